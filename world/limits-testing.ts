/** Rate limits for the tests of limits: one that a test reaches at once, and one that it never reaches. */
export const few = { perMinute: 3 }
const plenty = { perMinute: 1_000_000 }

/** No rate class is limited. */
export const everything = {
  read: plenty,
  history: plenty,
  money: plenty,
  authentication: plenty,
  code: plenty,
  upload: plenty,
}
