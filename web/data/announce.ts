/** What the data layer has to tell a person, whoever shows it. */
export type Announcement =
  /** The session ended: once per session, however many calls fail (specification, calls P). */
  | { readonly kind: 'login-expired' }
  /** No answer came. */
  | { readonly kind: 'network' }
  /** The server said no to something that no form shows at a field; `text` is its message, empty when it said nothing. */
  | { readonly kind: 'refused'; readonly text: string }
  /** A change went through. */
  | { readonly kind: 'done'; readonly text: string | undefined }

const listeners = new Set<(announcement: Announcement) => void>()

export function announce(announcement: Announcement): void {
  for (const listener of listeners) listener(announcement)
}

export function onAnnouncement(listener: (announcement: Announcement) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
