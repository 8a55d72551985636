import shengji

rules = shengji.rules_from({"preset": "tractor", "override_own": True, "first_level": "8"})
print(shengji.write_rules(rules))
print(shengji.duel("basic", "random", rules, deals=4))
try:
    shengji.rules_from({"preset": "tractor", "laps": 3})
except shengji.RulesError as error:
    print(error)
