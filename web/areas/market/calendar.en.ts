/** Texts of the calendar: what is known to come. */
export const calendar = {
  entry: 'Calendar',
  next: 'Coming up',
  held: 'Held',
  watched: 'Watched',
  us: 'US shares',
  hk: 'Hong Kong shares',
  mx: 'Mexican shares',
  dividend: 'First day without the dividend of {amount} a share',
  split: 'Share split {ratio}; working orders are cancelled',
  expiry: 'Last trade at {time}, settled ten minutes later',
  results: 'Tells its results',
  holiday: 'Closed: public holiday',
  halfDay: 'Closes early, at {time}',
  none: 'Nothing in the next 60 days',
  noneText: 'Dividends, splits, last trading days, results and holidays of what you hold or watch appear here.',
  failed: 'The calendar didn’t load',
  failedText: 'Nothing has changed. Try again in a moment.',
  about:
    'The next 60 days of what you hold or watch, as far as it is known. Simulated companies tell results on days that are fixed ahead.',
}
