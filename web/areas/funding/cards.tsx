import { funding } from '@mex/contract/funding/calls.ts'
import type { Card } from '@mex/contract/funding/shapes.ts'
import { shortAddress } from '@mex/core/funding/short-address.ts'
import { Coins, CreditCard } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { refresh, useCall } from '#data/call.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { LoadedRows } from '#components/loaded-rows.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'

type Kind = Card['kind']

/** Bank cards and coin accounts, each in a tab. */
export function Cards() {
  const t = useText()
  const navigation = useNavigation()
  const kind: Kind = useParameters('cards').tab === 'coins' ? 'coin' : 'bank'
  return (
    <Screen
      title={t(kind === 'bank' ? 'titles.cards' : 'funding.tabCoin')}
      onRefresh={() => refresh(funding.cards)}
      footer={
        <Button
          text={t(kind === 'bank' ? 'funding.newCard' : 'funding.newCoin')}
          size="large"
          wide
          href={hrefOf(kind === 'bank' ? 'editBankCard' : 'editCoinAccount')}
        />
      }
    >
      <Tabs
        label={t('funding.cards')}
        options={[
          { value: 'bank', text: t('funding.tabBank') },
          { value: 'coin', text: t('funding.tabCoin') },
        ]}
        value={kind}
        onChange={(next) => navigation.setParameters('cards', { tab: next === 'coin' ? 'coins' : undefined })}
      />
      <CardRows kind={kind} />
      <Typography as="p" size={12} tone="third" align="center">
        {t(kind === 'bank' ? 'funding.cardRule' : 'funding.coinRule')}
      </Typography>
    </Screen>
  )
}

function CardRows({ kind }: { kind: Kind }) {
  const t = useText()
  const cards = useCall(funding.cards, {})
  return (
    <LoadedRows
      called={{ ...cards, data: cards.data?.filter((card) => card.kind === kind) }}
      failed={{ title: t('funding.cardsFailed'), text: t('funding.safe') }}
      waitingRows={3}
      empty={
        <EmptyState
          icon={kind === 'bank' ? <CreditCard aria-hidden="true" /> : <Coins aria-hidden="true" />}
          title={t(kind === 'bank' ? 'funding.noCards' : 'funding.noCoins')}
          text={t(kind === 'bank' ? 'funding.noCardsText' : 'funding.noCoinsText')}
        />
      }
    >
      {(own) => (
        <List label={t(kind === 'bank' ? 'funding.tabBank' : 'funding.tabCoin')}>
          {own.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </List>
      )}
    </LoadedRows>
  )
}

function CardRow({ card }: { card: Card }) {
  const t = useText()
  const { id, kind, bankName, cardNumber, cardholderName, coin, address, isDefault } = card
  const isBank = kind === 'bank'
  return (
    <Row
      height={62}
      icon={isBank ? <CreditCard /> : <Coins />}
      title={isBank ? (bankName ?? '') : (coin ?? '')}
      subtitle={isBank ? `${cardNumber ?? ''} · ${cardholderName ?? ''}` : shortAddress(address ?? '')}
      {...(isDefault ? { note: <Tag text={t('funding.defaultCard')} tone="brand" /> } : {})}
      arrow
      href={hrefOf(isBank ? 'editBankCard' : 'editCoinAccount', { id })}
    />
  )
}
