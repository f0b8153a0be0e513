import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { List } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Switch } from '#ui/switch.tsx'
import { Typography } from '#ui/typography.tsx'
import { choose, isFull, resetChosen, setChosen, useChosen } from './chosen.ts'
import { lowerIndicators, ownMarks, priceIndicators, type ChosenName } from './indicator-names.ts'

type Props = { open: boolean; onClose: () => void; isSignedIn: boolean }

/** The picker of indicators. Every switch acts at once, and the device keeps the choice. */
export function IndicatorSheet({ open, onClose, isSignedIn }: Props) {
  const t = useText()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('quote.indicators')}
      footer={
        <>
          <Button text={t('quote.resetIndicators')} kind="secondary" size="large" onPress={resetChosen} />
          <Button text={t('quote.indicatorsDone')} size="large" wide onPress={onClose} />
        </>
      }
    >
      <Stack>
        <Group title={t('quote.onPrice')} names={priceIndicators} />
        <Group title={t('quote.below')} names={lowerIndicators} />
        {isSignedIn ? <Group title={t('quote.yourMarks')} names={ownMarks} /> : undefined}
      </Stack>
    </Sheet>
  )
}

function Group({ title, names }: { title: string; names: readonly ChosenName[] }) {
  const t = useText()
  const chosen = useChosen()
  return (
    <Stack gap={4}>
      <Typography size={12} tone="second" as="h3">
        {title}
      </Typography>
      <List label={title}>
        {names.map((name) => {
          const isOn = chosen.has(name)
          const isOver = !isOn && lowerIndicators.some((lower) => lower === name) && isFull(chosen)
          return (
            <Switch
              key={name}
              label={t(`quote.indicatorNames.${name}`)}
              hint={isOver ? t('quote.belowFull') : t(`quote.indicatorHints.${name}`)}
              checked={isOn}
              disabled={isOver}
              onChange={(wanted) => setChosen(choose(chosen, name, wanted))}
            />
          )
        })}
      </List>
    </Stack>
  )
}
