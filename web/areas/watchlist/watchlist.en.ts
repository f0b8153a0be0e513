/** Texts of the watchlist and its management. */
export const watchlist = {
  list: 'Watched instruments',
  edit: 'Edit watchlist',
  add: 'Add to watchlist',
  all: 'All',
  groups: 'Groups',
  groupEmpty: 'Nothing in this group',
  groupFill: 'Edit groups',
  emptyTitle: 'Your watchlist is empty',
  emptyText: 'Watch a share, currency pair or future to see its price here at a glance.',
  find: 'Find a stock',
  failed: 'Your watchlist didn’t load',
  failedText: 'Nothing is lost. The list could not be fetched.',
  selectAll: 'Select all',
  selected: '{count, plural, =0 {Nothing selected} =1 {1 selected} other {# selected}}',
  remove: '{count, plural, =0 {Remove} other {Remove (#)}}',
  chooseFirst: 'Choose what to remove',
} as const
