import { offerings } from '@mex/contract/offerings/calls.ts'
import { placings } from '@mex/contract/offerings/placing-calls.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { HandCoins, Rocket } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import type { Text } from '#text/use-text.ts'
import { applicationTag } from './figures.ts'
import { applyHref, stepsOf } from './issue-card.tsx'
import { placingSteps } from './placing-figures.ts'

/** How an application for a new issue and one for a placing differ on the page. */
const kinds = {
  [sources.newStock]: {
    Icon: Rocket,
    name: 'placings.issueIcon',
    draw: offerings.draw,
    allotsIn: 'offerings.allotsIn',
    drawing: 'offerings.drawing',
    sellable: 'offerings.sellable',
    check: 'offerings.checkDraw',
    waiting: 'offerings.waitingTitle',
    noLots: 'offerings.noLots',
    tagOf: applicationTag,
    stepsOf: (t: Text, application: Application, now: number) => stepsOf(t, application, now),
    offerHref: ({ issueId: id }: Application) => hrefOf('newStocks', { id }),
    applyHref: (application: Application) => applyHref({ ...application, id: application.issueId }),
  },
  [sources.placingStock]: {
    Icon: HandCoins,
    name: 'placings.listIcon',
    draw: placings.draw,
    allotsIn: 'placings.allotsIn',
    drawing: 'placings.allotting',
    sellable: 'placings.sellable',
    check: 'placings.howShared',
    waiting: 'placings.waiting',
    noLots: 'placings.noLots',
    tagOf: (t: Text, application: Application) =>
      application.status === 'allotted' && application.phase !== 'listed'
        ? ({ text: t('placings.lockedTag'), tone: 'success' } as const)
        : applicationTag(t, application),
    stepsOf: (t: Text, application: Application, now: number) =>
      placingSteps(t, { ...application, unlocksAt: application.listsAt }, now),
    offerHref: ({ issueId: id }: Application) => hrefOf('placings', { id }),
    applyHref: ({ issueId: id }: Application) => hrefOf('placings', { id, view: 'apply' }),
  },
} as const

export const kindOf = ({ source }: Pick<Application, 'source'>) => kinds[source]
