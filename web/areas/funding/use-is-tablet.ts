import { useMedia } from '#ui/use-media.ts'

/** From this width on, the main button of a page follows its content instead of the edge of the window (app/tablet.css). */
const tablet = '(min-width: 48em) and (min-height: 30.0625em)'

export const useIsTablet = (): boolean => useMedia(tablet)
