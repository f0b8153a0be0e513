import { joinSentences } from '#text/sentences.ts'
import { useLanguage } from '#text/use-text.ts'

/** A strong sentence and what follows it, with a space between them only in languages that have one. */
export function StrongLead({ lead, text }: { lead: string; text: string }) {
  return (
    <>
      <strong>{lead}</strong>
      {joinSentences(useLanguage(), ['', text])}
    </>
  )
}
