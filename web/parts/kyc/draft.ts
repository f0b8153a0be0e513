import type { Papers } from '@mex/core/identity-papers.ts'
import * as z from 'zod/mini'

import { keptFields } from '#data/kept-fields.ts'
import { readStored, writeStored } from '#data/storage.ts'

const draft = z.object({ user: z.number(), papers: z.record(z.string(), z.string()) })

/**
 * What somebody has entered so far on this device; pictures and other people's drafts are not among it. It outlives the
 * page, as no other draft does (`data/drafts.ts`): the form is the longest, and a telephone often throws the page away
 * while its camera takes the pictures that the form asks for.
 */
export function readDraft(user: number): Papers {
  try {
    const read = z.safeParse(draft, JSON.parse(readStored('paperDraft') ?? 'null'))
    if (!read.success) return {}
    if (read.data.user !== user) {
      // Whoever was here before is not coming back to it.
      forgetDraft()
      return {}
    }
    return keptFields(read.data.papers)
  } catch {
    return {}
  }
}

export function keepDraft(user: number, papers: Papers): void {
  writeStored('paperDraft', JSON.stringify({ user, papers: keptFields(papers) }))
}

export const forgetDraft = (): void => writeStored('paperDraft', undefined)
