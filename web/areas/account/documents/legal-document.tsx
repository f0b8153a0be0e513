import { disclosures } from '@mex/contract/account/disclosure.ts'

import { useCall } from '#data/call.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { legalNames, legalDocumentUrl, useLegalTitles } from '#areas/account/door/legal-links.tsx'
import { FormattedDocument } from './formatted-document.tsx'
import { LoadError } from '#components/load-error.tsx'
import { useLanguage, useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Chips } from '#ui/chips.tsx'
import { Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'

export function Protocol() {
  const t = useText()
  const navigation = useNavigation()
  const titles = useLegalTitles()
  const language = useLanguage()
  const requested = useParameters('agreements').name
  const chosen = legalNames.find((name) => name === requested) ?? legalNames[0]
  const disclosure = useCall(disclosures.disclosure, {}, { freshSeconds: 600 })
  const shown = disclosure.data?.documents.find((document) => document.name === chosen)
  return (
    <Screen title={t('titles.agreements')} waiting={disclosure.isWaiting}>
      <Chips
        label={t('auth.legal')}
        options={legalNames.map((name) => ({ value: name, text: titles[name] }))}
        value={chosen}
        onChange={(name) => navigation.setParameters('agreements', { name })}
      />
      {shown !== undefined ? (
        <>
          <Card>
            <Stack gap={12}>
              <Typography as="h2" size={20} weight="bold">
                {shown.title}
              </Typography>
              <FormattedDocument text={shown.text} />
            </Stack>
          </Card>
          <Button text={t('auth.openPaper')} kind="secondary" wide href={legalDocumentUrl(chosen, language)} />
          <Fingerprint hash={shown.hash} />
        </>
      ) : disclosure.failure !== undefined ? (
        <LoadError title={t('auth.documentsFailed')} text={t('auth.documentsFailedText')} answer={disclosure} />
      ) : (
        <SkeletonCard height={420} />
      )}
    </Screen>
  )
}

/** The checksum that identifies the accepted text. */
function Fingerprint({ hash }: { hash: string }) {
  const t = useText()
  return (
    <Stack gap={4}>
      <Typography as="p" size={11} tone="third">
        {t('auth.documentHash')}: {hash.match(/.{1,8}/g)?.join(' ') ?? hash}
      </Typography>
      <Typography as="p" size={11} tone="third">
        {t('auth.documentHashText')}
      </Typography>
    </Stack>
  )
}
