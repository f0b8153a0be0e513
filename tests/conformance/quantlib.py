"""Clean prices of bonds by QuantLib: reads lines of JSON from standard input, writes one price for each."""

import json
import sys

import QuantLib as ql


def date(text):
    year, month, day = (int(part) for part in text.split("-"))
    return ql.Date(day, month, year)


def clean_price(bond):
    settles, matures = date(bond["settles"]), date(bond["matures"])
    ql.Settings.instance().evaluationDate = settles
    yearly = bond["yield"]
    if bond["kind"] == "bill":
        # Investment rates count 366 days when February 29 lies in the year after the issue.
        rate = ql.InterestRate(yearly * 365 / bond["yearDays"], ql.Actual365Fixed(), ql.Simple, ql.Annual)
        return 100 * rate.discountFactor(settles, matures)
    if bond["kind"] == "cetes":
        return 10 * ql.InterestRate(yearly, ql.Actual360(), ql.Simple, ql.Annual).discountFactor(settles, matures)
    dates = ql.DateVector()
    for text in bond["schedule"]:
        dates.push_back(date(text))
    schedule = ql.Schedule(dates, ql.NullCalendar(), ql.Unadjusted)
    if bond["kind"] == "note":
        schedule = ql.Schedule(
            date(bond["schedule"][0]),
            matures,
            ql.Period(ql.Semiannual),
            ql.NullCalendar(),
            ql.Unadjusted,
            ql.Unadjusted,
            ql.DateGeneration.Backward,
            bond["monthEnd"],
        )
        counter = ql.ActualActual(ql.ActualActual.ISMA, schedule)
        made = ql.FixedRateBond(0, 100.0, schedule, [bond["coupon"]], counter, ql.Unadjusted)
        return made.cleanPrice(yearly, counter, ql.Compounded, ql.Semiannual, settles)
    # A Bono M: coupons of 182/360, discounted by periods of 182 days at 182/360 of the yield.
    made = ql.FixedRateBond(0, 100.0, schedule, [bond["coupon"]], ql.Actual360(), ql.Unadjusted)
    per_period = 1 + yearly * 182 / 360
    flows = [(flow.date(), flow.amount()) for flow in made.cashflows() if flow.date() > settles]
    dirty = sum(amount / per_period ** ((day - settles) / 182) for day, amount in flows)
    return dirty - made.accruedAmount(settles)


for line in sys.stdin:
    print(clean_price(json.loads(line)))
