import { market as marketCalls } from '@mex/contract/market/calls.ts'
import { marketLists } from '@mex/contract/market/lists.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { Search as Glass } from 'lucide-react'
import { useState } from 'react'

import { useCall } from '#data/call.ts'
import { LoadError } from '#components/load-error.tsx'
import type { Charted } from '#areas/market/chart/charted.ts'
import { keyOfListing } from '#areas/market/door/listing.ts'
import { longestKeyword, useKeyword } from '#areas/market/search/search-keyword.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Typography } from '#ui/typography.tsx'
import { compareWith } from './comparing.ts'
import { indicesFor } from './indices-for.ts'

type Props = { open: boolean; onClose: () => void; charted: Pick<Charted, 'code' | 'market' | 'name'> }

/** The picker of what a chart is compared with: the indices, those of its market first, or what a search finds. */
export function CompareSheet({ open, onClose, charted }: Props) {
  const t = useText()
  const [text, setText] = useState('')
  const keyword = useKeyword(text)
  const choose = (other: Quote) => {
    compareWith(charted, other)
    setText('')
    onClose()
  }
  const choice = { charted, onChoose: choose }
  return (
    <Sheet open={open} onClose={onClose} title={t('quote.compareTitle', { name: charted.name })} height="tall">
      <Stack>
        <search>
          <TextField
            type="search"
            inputMode="search"
            label={t('quote.compareField')}
            value={text}
            maxLength={longestKeyword}
            lead={<Glass aria-hidden="true" />}
            onChange={setText}
          />
        </search>
        {keyword === '' ? <Indices {...choice} /> : <Found {...choice} keyword={keyword} />}
        <Typography size={12} tone="third" as="p">
          {t('quote.compareText')}
        </Typography>
      </Stack>
    </Sheet>
  )
}

type ChoiceProps = { charted: Props['charted']; onChoose: (other: Quote) => void }

function Indices({ charted, onChoose }: ChoiceProps) {
  const { data, failure, retry } = useCall(marketCalls.globalIndices, {}, { freshSeconds: 60 })
  const rows = data === undefined ? undefined : indicesFor(charted.market, data)
  return <Choices {...{ charted, onChoose, rows, failure, retry }} />
}

function Found({ charted, onChoose, keyword }: ChoiceProps & { keyword: string }) {
  const { data, failure, retry } = useCall(
    marketLists.search,
    { keyword, pageNum: 1, pageSize: 20 },
    { abortKey: 'search-compared', keepEarlier: true, freshSeconds: 30 },
  )
  return <Choices {...{ charted, onChoose, rows: data?.rows, failure, retry }} />
}

type ChoicesProps = ChoiceProps & {
  rows: readonly Quote[] | undefined
  failure: Parameters<typeof LoadError>[0]['answer']['failure'] | undefined
  retry: () => Promise<unknown>
}

function Choices({ charted, onChoose, rows, failure, retry }: ChoicesProps) {
  const t = useText()
  if (rows === undefined && failure !== undefined) {
    return (
      <LoadError title={t('quote.compareFailed')} text={t('quote.compareFailedText')} answer={{ failure, retry }} />
    )
  }
  if (rows === undefined) return <SkeletonRows rows={5} />
  const others = rows.filter((row) => keyOfListing(row) !== keyOfListing(charted))
  if (others.length === 0) {
    return (
      <Typography size={13} tone="second" as="p">
        {t('quote.compareNone')}
      </Typography>
    )
  }
  return (
    <List label={t('quote.compare')}>
      {others.map((row) => (
        <Row
          key={keyOfListing(row)}
          height={62}
          title={row.name}
          subtitle={`${row.code} · ${row.venue}`}
          arrow={false}
          onPress={() => onChoose(row)}
        />
      ))}
    </List>
  )
}
