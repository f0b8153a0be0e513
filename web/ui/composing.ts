/**
 * Whether a key belongs to an input method, such as pinyin: it chooses or ends what is being composed. Safari tells of
 * the last one after the composition has ended, with the code of such keys alone.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229
