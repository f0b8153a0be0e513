import { companyFields, individualFields, isImageField, type Papers } from '@mex/core/identity-papers.ts'
import * as z from 'zod/mini'

import { readStored, writeStored } from '#data/storage.ts'

const draft = z.object({ user: z.number(), papers: z.record(z.string(), z.string()) })
const fields = new Set<string>([...individualFields, ...companyFields].filter((field) => !isImageField(field)))

const isText = ([field]: readonly [string, string | undefined]): boolean => fields.has(field)

/** What somebody has entered so far on this device; pictures and other people's drafts are not among it. */
export function readDraft(user: number): Papers {
  try {
    const read = z.safeParse(draft, JSON.parse(readStored('paperDraft') ?? 'null'))
    if (!read.success) return {}
    if (read.data.user !== user) {
      // Whoever was here before is not coming back to it.
      forgetDraft()
      return {}
    }
    return Object.fromEntries(Object.entries(read.data.papers).filter(isText))
  } catch {
    return {}
  }
}

export function keepDraft(user: number, papers: Papers): void {
  writeStored('paperDraft', JSON.stringify({ user, papers: Object.fromEntries(Object.entries(papers).filter(isText)) }))
}

export const forgetDraft = (): void => writeStored('paperDraft', undefined)
