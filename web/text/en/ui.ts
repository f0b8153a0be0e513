/** Words of the kit's own: buttons and states that every screen shares. */
export const ui = {
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  code: '(code {code})',
  copy: 'Copy',
  digit: 'Digit {number} of {total}',
  done: 'Done',
  hidePassword: 'Hide password',
  less: 'Less',
  loading: 'Loading',
  notCopied: 'This browser does not let the page copy',
  more: 'More',
  notNow: 'Not now',
  refreshing: 'Refreshing',
  showPassword: 'Show password',
  tryAgain: 'Try again',
} as const
