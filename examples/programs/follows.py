import shengji

trump = shengji.Trump(shengji.Rank("2"), shengji.Suit("H"))
lead = shengji.read_cards("9S 9S")
hand = shengji.read_cards("KS KS QS 7S 7S 5H")
for play in shengji.follows("tractor", trump, lead, hand):
    print(shengji.write_cards(play))
