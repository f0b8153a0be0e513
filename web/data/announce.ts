/** A message of the data layer for the user. */
export type Announcement =
  /** The session expired: once per session, however many calls fail (specification, calls P). */
  | { readonly kind: 'login-expired' }
  /** There was no valid answer. */
  | { readonly kind: 'network' }
  /** A refusal that no form shows at a field; `text` is the message of the server, possibly empty. */
  | { readonly kind: 'refused'; readonly text: string }
  /** A mutation succeeded. */
  | { readonly kind: 'done'; readonly text: string | undefined }

const listeners = new Set<(announcement: Announcement) => void>()

export function announce(announcement: Announcement): void {
  for (const listener of listeners) listener(announcement)
}

export function onAnnouncement(listener: (announcement: Announcement) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
