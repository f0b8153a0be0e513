import type { Answer } from '@mex/contract/call.ts'
import type { funding } from '@mex/contract/funding/calls.ts'
import { present } from '@mex/core/assert.ts'
import {
  decideCardChange,
  decideCardRemoval,
  decideNewCard,
  type Card,
  type CardChange,
  type CardDetails,
} from '@mex/core/funding/cards.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { attachImages, releaseImages } from '#areas/files/actions.ts'
import type { Encryption } from '#encryption.ts'
import { openLane, type Command, type Lane } from '#db/lane.ts'
import type { Tx } from '#db/sql.ts'
import { takeIds } from './ids.ts'
import type { FundingDependencies } from './dependencies.ts'
import { cardsInUse, cardsOf, deleteCards, saveCards } from './store-cards.ts'
import { cardView } from './views.ts'

type Own = Command & { readonly userId: number; readonly at: number }
type AddCard = Own & { readonly details: CardDetails }
type ChangeCard = Own & { readonly id: number; readonly requested: CardChange }
type DeleteCard = Own & { readonly id: number }
type Added = Answer<typeof funding.addCard>

/** Bank cards and coin accounts (rulebook §12). Their details are encrypted. */
export type Cards = {
  readonly add: Lane<AddCard, Added>
  readonly change: Lane<ChangeCard, Added>
  readonly remove: Lane<DeleteCard, null>
  /** The cards of a user, the oldest first. */
  of(tx: Tx, user: number): Promise<Card[]>
}

const labelOf = ({ user, id }: { readonly user: number; readonly id: number }): string => `card ${user} ${id}`

/** The decrypted cards of these users. */
async function loadCards(tx: Tx, users: readonly number[], encryption: Encryption): Promise<Card[]> {
  const rows = await cardsOf(tx, [...new Set(users)])
  return rows.map(({ user, id, details, createdAt, changedAt }) => ({
    user,
    id,
    createdAt,
    changedAt,
    details: JSON.parse(encryption.decrypt(details, labelOf({ user, id })).toString('utf8')) as CardDetails,
  }))
}

const saveEncryptedCards = (tx: Tx, cards: readonly Card[], encryption: Encryption): Promise<void> =>
  saveCards(
    tx,
    cards.map(({ details, ...card }) => ({
      ...card,
      kind: details.kind,
      details: encryption.encrypt(Buffer.from(JSON.stringify(details)), labelOf(card)),
    })),
  )

const usersOf = (commands: readonly Own[]): number[] => commands.map((command) => command.userId)

export function openCards({ db, encryption }: FundingDependencies): Cards {
  return {
    add: openLane({ db, work: (tx, commands: readonly AddCard[]) => addAll(tx, commands, encryption) }),
    change: openLane({ db, work: (tx, commands: readonly ChangeCard[]) => changeAll(tx, commands, encryption) }),
    remove: openLane<DeleteCard, null>({ db, work: removeAll }),
    of: (tx, user) => loadCards(tx, [user], encryption),
  }
}

/** Attaches the pictures of an accepted card and releases its previous ones. */
async function attachCardImages(
  tx: Tx,
  { user, id, details }: Card,
  now: number,
  before?: Card,
): Promise<Refusal | undefined> {
  if (details.kind === 'coin') return undefined
  const old = before?.details.kind === 'bank' ? before.details : undefined
  if (old !== undefined && old.frontImage === details.frontImage && old.backImage === details.backImage)
    return undefined
  const record = { type: 'card', id } as const
  if (old !== undefined) await releaseImages(tx, record, now)
  const images = (['frontImage', 'backImage'] as const).map((field) => ({ field, path: details[field] }))
  return attachImages(tx, user, images, { record, now })
}

async function addAll(tx: Tx, commands: readonly AddCard[], encryption: Encryption): Promise<(Added | Refusal)[]> {
  const own = await loadCards(tx, usersOf(commands), encryption)
  const ids = await takeIds(tx, 'card', commands.length)
  const answers: (Added | Refusal)[] = []
  const added: Card[] = []
  for (const [index, { userId: user, details, at }] of commands.entries()) {
    const id = present(ids[index], 'an id for every card')
    const mine = own.filter((card) => card.user === user)
    const card = decideNewCard({ id, user, details, at }, mine)
    const refused = isRefusal(card) ? card : await attachCardImages(tx, card, at)
    if (isRefusal(card) || refused !== undefined) {
      answers.push(refused ?? (card as Refusal))
      continue
    }
    own.push(card)
    added.push(card)
    answers.push(cardView(card, [...mine, card]))
  }
  await saveEncryptedCards(tx, added, encryption)
  return answers
}

async function changeAll(
  tx: Tx,
  commands: readonly ChangeCard[],
  encryption: Encryption,
): Promise<(Added | Refusal)[]> {
  let own = await loadCards(tx, usersOf(commands), encryption)
  const inUse = await cardsInUse(tx, usersOf(commands))
  const answers: (Added | Refusal)[] = []
  for (const { userId, id, requested, at } of commands) {
    const card = own.find((each) => each.id === id && each.user === userId)
    if (card === undefined) {
      answers.push(refusal('not_found', { field: 'id' }))
      continue
    }
    const changed = decideCardChange(card, requested, at, inUse.has(id))
    const refused = isRefusal(changed) ? changed : await attachCardImages(tx, changed, at, card)
    if (isRefusal(changed) || refused !== undefined) {
      answers.push(refused ?? (changed as Refusal))
      continue
    }
    own = own.map((each) => (each === card ? changed : each))
    answers.push(
      cardView(
        changed,
        own.filter((each) => each.user === userId),
      ),
    )
    await saveEncryptedCards(tx, [changed], encryption)
  }
  return answers
}

async function removeAll(tx: Tx, commands: readonly DeleteCard[]): Promise<(null | Refusal)[]> {
  const own = await cardsOf(tx, usersOf(commands))
  const inUse = await cardsInUse(tx, usersOf(commands))
  const gone: { readonly user: number; readonly id: number }[] = []
  const answers: (null | Refusal)[] = []
  for (const { userId: user, id, at } of commands) {
    const isThere = own.some((card) => card.id === id && card.user === user) && !gone.some((card) => card.id === id)
    const refused = isThere ? decideCardRemoval(inUse.has(id)) : refusal('not_found', { field: 'id' })
    answers.push(refused ?? null)
    if (refused !== undefined) continue
    gone.push({ user, id })
    await releaseImages(tx, { type: 'card', id }, at)
  }
  await deleteCards(tx, gone)
  return answers
}
