import type { Language } from '@mex/contract/language.ts'
import { FileText } from 'lucide-react'

import { useLanguage, useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { linkTarget } from '#ui/link-target.ts'
import { Typography } from '#ui/typography.tsx'
import styles from './legal-links.module.css'

/** The documents that a user accepts at registration, by their names in the contract, in display order. */
export const legalNames = ['client-agreement', 'privacy-policy', 'risk-disclosure'] as const
export type LegalName = (typeof legalNames)[number]

/** The URL of a document as PDF. */
export const legalDocumentUrl = (name: LegalName, language: Language): string => `/legal/${name}.${language}.pdf`

/** The title of each document in running text. */
export function useLegalTitles(): Readonly<Record<LegalName, string>> {
  const t = useText()
  return {
    'client-agreement': t('spec.legal.clientAgreement'),
    'privacy-policy': t('spec.legal.privacyPolicy'),
    'risk-disclosure': t('spec.legal.riskDisclosureNotice'),
  }
}

/** Links to the three documents in one line under a form. */
export function LegalLine() {
  const t = useText()
  const language = useLanguage()
  const titles = useLegalTitles()
  return (
    <nav className={styles['line']} aria-label={t('auth.legal')}>
      {legalNames.map((name) => (
        <a key={name} href={legalDocumentUrl(name, language)} {...linkTarget(legalDocumentUrl(name, language))}>
          {titles[name]}
        </a>
      ))}
    </nav>
  )
}

/** The end of the pages that sign in or register: the documents, and that no real broker stands behind the product. */
export function LegalFooter() {
  const t = useText()
  return (
    <Stack gap={0}>
      <LegalLine />
      <Typography as="p" size={12} tone="third" align="center">
        {t('auth.notAffiliated')}
      </Typography>
    </Stack>
  )
}

/** Links to the three documents as rows of a menu. */
export function LegalList() {
  const t = useText()
  const language = useLanguage()
  const titles = useLegalTitles()
  return (
    <List label={t('auth.legal')}>
      {legalNames.map((name) => (
        <Row
          key={name}
          icon={<FileText aria-hidden="true" />}
          title={<span className={styles['title']}>{titles[name]}</span>}
          note="PDF"
          arrow
          href={legalDocumentUrl(name, language)}
        />
      ))}
    </List>
  )
}

/** The label of the consent checkbox. */
export function AgreementText() {
  const t = useText()
  const language = useLanguage()
  const link = (name: LegalName) => (words: React.ReactNode) => (
    <a href={legalDocumentUrl(name, language)} {...linkTarget(legalDocumentUrl(name, language))}>
      {words}
    </a>
  )
  return t.rich('auth.agreeTo', {
    agreement: link('client-agreement'),
    privacy: link('privacy-policy'),
    risk: link('risk-disclosure'),
  })
}
