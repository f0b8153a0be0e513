/** Pictures that people hand in. */
export const upload = {
  choose: 'Choose a picture',
  limits: 'JPEG, PNG or WebP, up to {n} MB',
  preparing: 'Getting it ready',
  sending: 'Uploading',
  done: 'Uploaded',
  replace: 'Replace',
  remove: 'Remove',
  unreadable: 'This file cannot be shown as a picture. Choose a JPEG, PNG or WebP.',
  gone: 'This picture is no longer kept.',
} as const
