import { content } from '@mex/contract/content/calls.ts'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'

import { useCall } from '#data/call.ts'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LoadedEntries } from './help-entries.tsx'

const keywordMax = 50

/** The words of investing, each with a short text; searched as the help is. */
export function Terms() {
  const t = useText()
  const [written, setWritten] = useState('')
  const keyword = useDeferredValue(written.trim())
  const found = useCall(
    content.help,
    { kind: 'term', keyword: keyword === '' ? undefined : keyword },
    { keepEarlier: true },
  )
  return (
    <Stack gap={12}>
      <TextField
        pale
        type="search"
        label={t('content.findTerm')}
        placeholder={t('content.findTerm')}
        lead={<Search aria-hidden="true" />}
        maxLength={keywordMax}
        value={written}
        onChange={setWritten}
      />
      <LoadedEntries
        label={t('content.terms')}
        found={found}
        failed={t('content.termsFailed')}
        empty={<EmptyState title={t('content.noTerm')} text={t('content.noTermText')} />}
      />
    </Stack>
  )
}
