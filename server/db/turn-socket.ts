import { Socket } from 'node:net'

/**
 * The socket of a connection to PostgreSQL: statements that are sent in the same turn of the event loop leave in one
 * packet. `pg` corks its socket around every statement; this one stays corked until the turn is over.
 */
export class TurnSocket extends Socket {
  #isGathering = false

  override cork(): void {
    super.cork()
    if (this.#isGathering) return
    this.#isGathering = true
    super.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.uncork()
    })
  }
}
