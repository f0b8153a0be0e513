import { account } from '@mex/contract/account/calls.ts'
import { disclosures } from '@mex/contract/account/disclosure.ts'
import { Heart, Info, Tag as Label, ChartCandlestick, Signal } from 'lucide-react'
import { useState } from 'react'

import { useCall } from '#data/call.ts'
import { LoadError } from '#components/load-error.tsx'
import { useLanguage, useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { chartLibrary, credits } from '#areas/account/documents/credits.ts'
import { FormattedDocument } from '#areas/account/documents/formatted-document.tsx'

/** The version, the source of prices, what the product is and is not, and the credits. */
export function About() {
  const t = useText()
  const { data } = useCall(account.version, {}, { freshSeconds: 600 })
  const [open, setOpen] = useState<'disclosure' | 'credits'>()
  const prices = data === undefined ? '—' : t(`setting.modes.${data.mode}`)
  return (
    <>
      <List label={t('setting.about')}>
        <Row icon={<Label aria-hidden="true" />} title={t('setting.version')} value={data?.version ?? '—'} />
        <Row
          icon={<Signal aria-hidden="true" />}
          title={t('setting.prices')}
          value={prices}
          note={data?.predictable === true ? t('setting.seed') : undefined}
        />
        <Row icon={<Info aria-hidden="true" />} title={t('setting.disclosure')} onPress={() => setOpen('disclosure')} />
        <Row
          icon={<ChartCandlestick aria-hidden="true" />}
          title={t('setting.charts')}
          value="TradingView"
          arrow
          href={chartLibrary}
        />
        <Row icon={<Heart aria-hidden="true" />} title={t('setting.credits')} onPress={() => setOpen('credits')} />
      </List>
      <Typography as="p" size={11} tone="third">
        {t('setting.chartsText')}
      </Typography>
      <Sheet open={open === 'disclosure'} onClose={() => setOpen(undefined)} title={t('setting.disclosure')}>
        <Disclosure />
      </Sheet>
      <Sheet open={open === 'credits'} onClose={() => setOpen(undefined)} title={t('setting.credits')}>
        <Credits />
      </Sheet>
    </>
  )
}

function Disclosure() {
  const t = useText()
  const language = useLanguage()
  const disclosure = useCall(disclosures.disclosure, {}, { freshSeconds: 600 })
  if (disclosure.data !== undefined) return <FormattedDocument text={disclosure.data.text[language]} />
  if (disclosure.failure === undefined) return <SkeletonRows rows={4} />
  return (
    <LoadError title={t('setting.disclosureFailed')} text={t('setting.disclosureFailedText')} answer={disclosure} />
  )
}

function Credits() {
  const t = useText()
  return (
    <Stack gap={8}>
      <Typography as="p" size={13} tone="second">
        {t('setting.creditsText')}
      </Typography>
      <List label={t('setting.credits')}>
        {credits.map(({ name, licence, href }) => (
          <Row key={name} title={name} subtitle={t('setting.licence', { licence })} href={href} />
        ))}
      </List>
    </Stack>
  )
}
