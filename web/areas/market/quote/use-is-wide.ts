import { useMedia } from '#ui/use-media.ts'

/** A phone in landscape orientation: too low for the page, suitable for a chart. */
const wide = '(orientation: landscape) and (max-height: 480px)'

export const useIsWide = (): boolean => useMedia(wide)
