from statistics import fmean

import shengji

match = shengji.Match.from_position(
    "rules=forty-points seat=0 phase=play turn=0 dealer=3 first=0 trump=H taken=20,0,25,30 "
    "tricks=7 hands=SJ,5S,2C,QH/4/4/3 gone=5H,6C,KD,AD,QD,8C,6S,QS/JH,10C,6D,8D,3D,7C,9S,3S/"
    "AH,3C,4D,JD,7D,QC,8S,KS/7H,KC,10D,AC,JC,KH,AS,10S trick=3:2D:-"
)
for play in match.legal_plays(0):
    points = []
    for deal in shengji.deals(match, 20):
        deal.do(play)
        points.append(shengji.playout(deal, "easy").points)
    print(shengji.write_cards(play.cards), fmean(points))
