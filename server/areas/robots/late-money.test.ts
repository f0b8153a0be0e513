import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { money, moneyOf, type Money } from '@mex/core/money/money.ts'
import { quantifyProduct } from '@mex/core/quantify/products.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { jobs as quantifyJobs } from '#areas/quantify/jobs.ts'
import { openSubscriptions } from '#areas/quantify/subscriptions.ts'
import { accepted } from '#areas/trading/testing.ts'
import { openTransfers } from '#areas/wallet/transfers.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { openRobotsTest, traditional } from './testing.ts'

const minute = 60_000
const hour = 60 * minute

/** A market of its own, in which somebody's robot stops for want of money: money comes, and is booked in time or long after. */
async function stoppedRobot() {
  const own = await openRobotsTest()
  const { db } = own.market.database
  const { feed, clock } = own.market
  const transfers = openTransfers({ db, feed, quoteAgeSecondsMax: 5 })
  const subscriptions = openSubscriptions({ db, feed, traditional, resetRefusal })
  const [payouts] = quantifyJobs({ db, subscriptions, wake: () => undefined })
  const user = await own.market.person()
  clock.set(Math.ceil(own.now() / dayMilliseconds) * dayMilliseconds + 12 * hour)
  const { id } = await own.rented(
    user,
    own.offered(15, ({ price }) => price > 1_000_000n),
  )
  const move = async (from: 'FINANCIAL' | 'BALANCE', to: 'FINANCIAL' | 'BALANCE', amount: bigint) =>
    accepted(await transfers.submit.send({ userId: user, from, to, amount: money(amount), at: own.now() }))
  return {
    ...own,
    user,
    id,
    move,
    save: async (amount: Money) =>
      accepted(
        await subscriptions.send({
          kind: 'save',
          userId: user,
          at: own.now(),
          language: 'en',
          product: quantifyProduct(1007) ?? assert.fail(),
          amount,
        }),
      ),
    /** Empties the wallet, also of the income of each day, until the robot has stopped for more than a day. */
    async stop() {
      for (let day = 0; day < 3; day += 1) {
        await move('FINANCIAL', 'BALANCE', await own.available(user))
        clock.set(Math.ceil(own.now() / dayMilliseconds) * dayMilliseconds + 6 * minute)
        await payouts?.run(own.now())
        await own.work()
      }
      assert.deepEqual([(await own.stored(user, id)).status, await own.available(user)], ['stopped', 0n])
    },
    /** The robot stands still until an instant. */
    async wait(until: number) {
      clock.set(until)
      await own.work()
    },
    /** Lets time pass. In time the money is booked when it is due; late, robots are computed first, and the money comes at the end. */
    async pass(milliseconds: number, isLate: boolean) {
      const begun = own.now()
      const until = begun + milliseconds
      const book = async () => {
        await transfers.settleDue(own.now())
        await payouts?.run(own.now())
      }
      while (!isLate && own.now() < until) {
        clock.set(Math.min(until, own.now() + (own.now() < begun + minute ? 10_000 : 30 * minute)))
        await book()
        await own.work()
      }
      clock.set(until)
      await own.work()
      const waiting = (await own.stored(user, id)).ticks
      await book()
      await own.work()
      await own.expectRight(own.now())
      const { ticks, mined, energy, settled } = await own.stored(user, id)
      return { waiting, course: { ticks, mined, energy, settled, available: await own.available(user) } }
    },
  }
}
type StoppedRobot = Awaited<ReturnType<typeof stoppedRobot>>

describe('money that is booked late', () => {
  const cases: Readonly<Record<string, (robot: StoppedRobot) => Promise<unknown>>> = {
    'two transfers': async (robot) => {
      await robot.stop()
      // A tick lies between their due instants. The first pays for seven units, with which the robot goes on at this tick.
      await robot.wait(Math.ceil(robot.now() / (10 * minute)) * 10 * minute - 35_000)
      await robot.move('BALANCE', 'FINANCIAL', 60n)
      await robot.wait(robot.now() + 20_000)
      await robot.move('BALANCE', 'FINANCIAL', 900n)
    },
    'a payout of AI quantify': async (robot) => {
      const { endsAt } = await robot.save(moneyOf('100'))
      await robot.stop()
      await robot.wait(endsAt - 3 * hour)
    },
  }
  for (const [name, bring] of Object.entries(cases))
    test(`pays for energy from its due instant on: ${name}`, async () => {
      const outcome = async (isLate: boolean) => {
        const robot = await stoppedRobot()
        await bring(robot)
        const passed = await robot.pass(6 * hour, isLate)
        await robot.market[Symbol.asyncDispose]()
        return passed
      }
      const [prompt, late] = [await outcome(false), await outcome(true)]
      assert.deepEqual(late.course, prompt.course)
      assert.ok(late.waiting < prompt.course.ticks, 'robots wait for the money')
      assert.ok(prompt.course.mined > 144, 'the money was used')
    })
})
