import { alerts } from '@mex/contract/alerts/calls.ts'
import { alertKinds } from '@mex/core/alerts/price-alert.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import { useState } from 'react'

import { useFailureText } from '#components/failure-text.ts'
import { changePercentText, decimalsOfPrice, fieldText, priceText } from '#components/figures.ts'
import { useCall, useSend } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { buzz } from '#data/preferences.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Grid, Line, Stack } from '#ui/layout.tsx'
import { List } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Switch } from '#ui/switch.tsx'
import { Typography } from '#ui/typography.tsx'
import { enteredOf, suggestedText, useAlertForm, type AlertForm } from './alert-form.ts'
import { AlertList } from './alert-list.tsx'
import { distanceText, priceWith } from './alert-text.ts'

type Props = { quote: Quote; open: boolean; onClose: () => void }
type Priced = Pick<Quote, 'name' | 'code' | 'market' | 'source' | 'last' | 'changeRatio' | 'tick'>

/** Sets a price alert on an instrument, over the person's alerts on it. */
export function AlertSheet({ quote, open, onClose }: Props) {
  const t = useText()
  const isConnected = useIsConnected()
  const [isTried, setTried] = useState(false)
  const { form, change, changeKind } = useAlertForm(quote.last, quote.tick)
  const create = useSend(alerts.create, { stale: [alerts.list], showsRefusals: true, done: t('alerts.done') })
  const entered = enteredOf(form)
  const set = async () => {
    setTried(true)
    if (entered === undefined) return
    buzz()
    const { code, market } = quote
    const { kind, isOnce, inPracticeHours } = form
    const asked = { code, market, kind, ...entered, repeats: !isOnce, inPracticeHours }
    if ((await create.send(asked)) !== undefined) onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('alerts.title')}
      footer={
        <>
          <Button text={t('alerts.cancel')} kind="secondary" size="large" onPress={onClose} />
          <Button
            text={t('alerts.set')}
            size="large"
            wide
            busy={create.isBusy}
            disabled={!isConnected}
            reason={t('alerts.offline')}
            onPress={() => void set()}
          />
        </>
      }
    >
      <Stack gap={16}>
        <Line>
          <Typography tone="second">{`${quote.code} ${priceText(quote.last, quote.tick)}`}</Typography>
          <Change change={changePercentText(quote.changeRatio, quote.change)} />
        </Line>
        <Segmented
          label={t('alerts.kind')}
          options={alertKinds.map((kind) => ({ value: kind, text: t(`alerts.${kind}`) }))}
          value={form.kind}
          onChange={changeKind}
        />
        <Target
          quote={quote}
          form={form}
          onText={(text) => change({ text })}
          isTried={isTried}
          failure={create.failure}
        />
        <Switches form={form} onChange={change} />
        <OwnAlerts quote={quote} open={open} />
        <Typography size={12} tone="third" as="p">
          {t('alerts.note')}
        </Typography>
      </Stack>
    </Sheet>
  )
}

type SwitchesProps = { form: AlertForm; onChange: (changed: Partial<AlertForm>) => void }

function Switches({ form: { kind, isOnce, inPracticeHours }, onChange }: SwitchesProps) {
  const t = useText()
  const again = t(kind === 'move' ? 'alerts.repeatsDaily' : 'alerts.repeatsHint')
  return (
    <List label={t('alerts.title')}>
      <Switch
        label={t('alerts.once')}
        hint={isOnce ? undefined : again}
        checked={isOnce}
        onChange={(next) => onChange({ isOnce: next })}
      />
      <Switch
        label={t('alerts.practiceHours')}
        checked={inPracticeHours}
        onChange={(next) => onChange({ inPracticeHours: next })}
      />
    </List>
  )
}

type TargetProps = {
  quote: Priced
  form: AlertForm
  onText: (text: string) => void
  /** Sending was tried: an empty field is an error now. */
  isTried: boolean
  failure: ReturnType<typeof useSend>['failure']
}

/** The level or the percentage, with suggestions under it. */
function Target({ quote, form, onText, isTried, failure }: TargetProps) {
  const t = useText()
  const failureText = useFailureText()
  const { kind, text } = form
  const { last, tick, changeRatio } = quote
  const isMove = kind === 'move'
  const entered = enteredOf(form)
  const isAtField = failure?.field === 'price' || failure?.field === 'percent'
  const general = isAtField ? undefined : failureText(failure)
  const missing = isTried && entered === undefined ? t(isMove ? 'alerts.enterPercent' : 'alerts.enterPrice') : undefined
  const isMoved = entered?.percent !== undefined && magnitude(changeRatio) >= entered.percent
  return (
    <Stack gap={8}>
      <NumberField
        label={t(isMove ? 'alerts.percent' : 'alerts.price')}
        aside={isMove ? undefined : t('alerts.fromNow', { percent: distanceText(entered?.level, last) })}
        hint={isMoved ? t('alerts.movedNote') : undefined}
        value={text}
        onChange={onText}
        decimals={isMove ? 2 : decimalsOfPrice(tick)}
        step={isMove ? '0.5' : fieldText(tick, tick)}
        min="0"
        unit={isMove ? '%' : undefined}
        error={missing ?? (isAtField ? failure.message : undefined)}
      />
      <Suggestions quote={quote} form={form} onText={onText} />
      {general === undefined ? undefined : (
        <Notice tone="danger" urgent>
          {general}
        </Notice>
      )}
    </Stack>
  )
}

const steps = [100n, 300n, 500n] as const

/** Some percents from the price, and the average cost of who holds it. */
function Suggestions({ quote, form: { kind }, onText }: Pick<TargetProps, 'quote' | 'form' | 'onText'>) {
  const t = useText()
  const { code, market, source, last, tick } = quote
  const { data: held } = useCall(trading.holding, { code, market, source })
  const average = held?.averagePrice
  const textOf = (hundredths: bigint): string =>
    kind === 'move' ? `${hundredths / 100n}%` : `${kind === 'above' ? '+' : '−'}${hundredths / 100n}%`
  return (
    <fieldset aria-label={t('alerts.presets')}>
      <Grid columns={average === undefined || kind === 'move' ? 3 : 4} gap={8}>
        {steps.map((hundredths) => (
          <Button
            key={String(hundredths)}
            text={textOf(hundredths)}
            kind="secondary"
            onPress={() => onText(suggestedText(kind, last, tick, hundredths))}
          />
        ))}
        {kind === 'move' || average === undefined ? undefined : (
          <Button
            text={t('alerts.averageCost')}
            kind="secondary"
            onPress={() => onText(fieldText(priceWith(average, 0n, tick), tick))}
          />
        )}
      </Grid>
    </fieldset>
  )
}

function OwnAlerts({ quote: { name, code, market }, open }: { quote: Priced; open: boolean }) {
  const t = useText()
  const { data } = useCall(alerts.list, { code, market }, { when: open })
  if (data === undefined || data.length === 0) return undefined
  const label = t('alerts.ownOn', { name })
  return (
    <Stack gap={8}>
      <Typography size={13} weight="bold" as="h3">
        {label}
      </Typography>
      <AlertList label={label} rows={data} />
    </Stack>
  )
}
