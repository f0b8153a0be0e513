import { placings } from '@mex/contract/offerings/placing-calls.ts'
import { sources } from '@mex/core/market/instrument.ts'

import { refresh } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useProduct } from '#data/product.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { ApplicationRows } from './application-rows.tsx'

/** The number of the list of subscriptions (spec §2). */
const subscriptions = 4

/** The applications of the person for placings, newest first. */
export function PlacingRecords() {
  const t = useText()
  const { opensDetails } = useProduct()
  return (
    <Screen title={t('titles.placingRecords')} onRefresh={() => refresh(placings.applications)}>
      <ApplicationRows
        call={placings.applications}
        detailOf={({ id, name, code, market }) =>
          opensDetails
            ? hrefOf('tradeDetail', { id, name, code, market, source: sources.placingStock, type: subscriptions })
            : undefined
        }
        empty={
          <EmptyState
            title={t('placings.noApplications')}
            text={t('placings.noneMine')}
            action={<Button text={t('placings.seeAll')} href={hrefOf('placings')} />}
          />
        }
      />
    </Screen>
  )
}
