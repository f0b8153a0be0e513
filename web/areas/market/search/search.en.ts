/** Texts of the search page. */
export const search = {
  field: 'Search by name or code',
  recent: 'Recent searches',
  clear: 'Clear',
  clearField: 'Clear the search',
  popular: 'Popular now',
  found: '{count, plural, =0 {Nothing found} =1 {1 result} other {# results}}',
  noneTitle: 'Nothing found for “{text}”',
  noneText: 'Try the code, or the beginning of the name in English or Chinese.',
  failed: 'The search didn’t work',
  failedText: 'Nothing is lost. No answer came.',
  results: 'Results: {market}',
} as const
