import { KeyRound, LockKeyhole, ShieldCheck } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import {
  amountsHidden,
  averageDecimals,
  haptics,
  theme,
  useAmountsHidden,
  useAverageDecimals,
  useHaptics,
  useTheme,
  type Theme,
} from '#data/preferences.ts'
import { shortcuts, useShortcuts } from '#data/shortcuts.ts'
import { About } from '#areas/account/door/about.tsx'
import { ColourChoice } from './colour-choice.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { LegalList } from '#areas/account/door/legal-links.tsx'
import { LogOut } from '#areas/account/log-out.tsx'
import { YourData } from './your-data.tsx'
import { useText } from '#text/use-text.ts'
import { Column, Columns, Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { useMedia } from '#ui/use-media.ts'
import { Typography } from '#ui/typography.tsx'

export function Settings() {
  const t = useText()
  return (
    <Screen title={t('titles.settings')} wide="desk">
      <Columns>
        <Column>
          <Section title={t('setting.language')}>
            <LanguageChoice />
          </Section>
          <Section title={t('setting.looks')}>
            <ThemeChoice />
          </Section>
          <Section title={t('setting.colours')}>
            <ColourChoice />
          </Section>
          <Section title={t('records.averages')}>
            <AverageDecimals />
          </Section>
          <Section title={t('setting.behaviour')}>
            <OnThisDevice />
          </Section>
        </Column>
        <Column>
          <Section title={t('setting.security')}>
            <Security />
          </Section>
          <Section title={t('records.yourData')}>
            <YourData />
          </Section>
          <Section title={t('setting.legal')}>
            <LegalList />
          </Section>
          <Section title={t('setting.about')}>
            <About />
          </Section>
          <LogOut />
        </Column>
      </Columns>
    </Screen>
  )
}

function ThemeChoice() {
  const t = useText()
  const texts: Readonly<Record<Theme, string>> = {
    system: t('setting.system'),
    light: t('setting.light'),
    dark: t('setting.dark'),
  }
  const options = (['system', 'light', 'dark'] as const).map((value) => ({ value, text: texts[value] }))
  return <Segmented label={t('setting.theme')} options={options} value={useTheme()} onChange={theme.set} />
}

function AverageDecimals() {
  const t = useText()
  const options = (['0', '2', '4'] as const).map((value) => ({
    value,
    text: value === '0' ? t('records.averagesStep') : t('records.averagesMore', { count: value }),
  }))
  return (
    <Stack gap={8}>
      <Segmented
        label={t('records.averages')}
        options={options}
        value={useAverageDecimals()}
        onChange={averageDecimals.set}
      />
      <Typography as="p" size={12} tone="third">
        {t('records.averagesHint')}
      </Typography>
    </Stack>
  )
}

function OnThisDevice() {
  const t = useText()
  const isHidden = useAmountsHidden()
  const buzzes = useHaptics()
  // A device without a touch screen cannot vibrate.
  const isTouched = useMedia('(any-pointer: coarse)')
  const hasShortcuts = useShortcuts()
  return (
    <List label={t('setting.behaviour')}>
      <Switch
        label={t('setting.hideAmounts')}
        hint={t('setting.hideAmountsHint')}
        checked={isHidden}
        onChange={(on) => amountsHidden.set(on ? 'on' : 'off')}
      />
      {isTouched ? (
        <Switch
          label={t('setting.haptics')}
          hint={t('setting.hapticsHint')}
          checked={buzzes}
          onChange={(on) => haptics.set(on ? 'on' : 'off')}
        />
      ) : undefined}
      <Switch
        label={t('setting.shortcuts')}
        hint={t('setting.shortcutsHint')}
        checked={hasShortcuts}
        onChange={(on) => shortcuts.set(on ? 'on' : 'off')}
      />
    </List>
  )
}

function Security() {
  const t = useText()
  return (
    <List label={t('setting.security')}>
      <Row icon={<ShieldCheck aria-hidden="true" />} title={t('titles.security')} href={hrefOf('security')} />
      <Row icon={<KeyRound aria-hidden="true" />} title={t('setting.loginPassword')} href={hrefOf('loginPassword')} />
      <Row icon={<LockKeyhole aria-hidden="true" />} title={t('setting.payPassword')} href={hrefOf('payPassword')} />
    </List>
  )
}
