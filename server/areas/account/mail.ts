import type { Transporter } from 'nodemailer'
import { inTransaction, type Database } from '#db/sql.ts'
import { allowWaits, countWaitingMail, deleteMail, markSent, waitingMail, type Mail } from './store.ts'

/** Sends mail. */
export type MailTransport = {
  /** Sends one mail; throws when sending fails. */
  send(mail: Mail): Promise<void>
  /** Whether sent mail stays in the database for `ops mail`: only without a mail server. */
  readonly keeps: boolean
  close(): void
}

export type MailOptions = {
  /** For example smtps://user:password@mail.example.org; without it mail goes to the log. */
  readonly smtpUrl: string | undefined
  readonly from: string
  readonly log: (message: string) => void
}

export function openMail({ smtpUrl, from, log }: MailOptions): MailTransport {
  if (smtpUrl === undefined) {
    return {
      keeps: true,
      close: () => undefined,
      send: async ({ recipient, subject, body }) => log(`Mail to ${recipient}: ${subject}\n${body}`),
    }
  }
  let transport: Transporter | undefined
  return {
    keeps: false,
    close: () => transport?.close(),
    send: async ({ recipient, subject, body }) => {
      // Loaded at the first mail: most servers have no mail server.
      const { createTransport } = await import('nodemailer')
      transport ??= createTransport(smtpUrl, { from })
      await transport.sendMail({ to: recipient, subject, text: body })
    },
  }
}

const batch = 20
/** Mail older than this is not sent: its codes have expired. */
const ageMaxMilliseconds = 15 * 60_000

/** Logs failures of the mail server. */
export type MailFailureReporter = {
  failed(error: unknown, now: number): void
  worked(): void
}

/** How many mails wait to be sent. */
export const mailWaiting = (db: Database, now: number): Promise<number> =>
  countWaitingMail(db, now - ageMaxMilliseconds)

const repeatMilliseconds = 60_000

/** Failures of one kind count as the same: the messages of mail servers may differ each time. */
const kindOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** Logs a warning about a failure at once and then once a minute, and a message when mail is sent again. */
export function openMailFailureReporter(logger: {
  readonly warn: (message: string) => void
  readonly log: (message: string) => void
}): MailFailureReporter {
  const warnedAt = new Map<string, number>()
  return {
    failed(error, now) {
      const kind = kindOf(error)
      if (now - (warnedAt.get(kind) ?? -Infinity) < repeatMilliseconds) return
      warnedAt.set(kind, now)
      logger.warn(`Mail could not be sent: ${String(error)}`)
    },
    worked() {
      if (warnedAt.size > 0) logger.log('Mail is sent again')
      warnedAt.clear()
    },
  }
}

/**
 * Sends the queued mail, oldest first; answers how many. The first failure ends the run; unsent mail stays queued for
 * the next one. After a crash the batch is sent again: delivery is at least once.
 */
export async function deliverMail(
  db: Database,
  { transport, now, watch }: { transport: MailTransport; now: number; watch: MailFailureReporter },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const sent: number[] = []
    // Ended while a mail server takes its time, it would forget what was sent, and send it again.
    await allowWaits(tx)
    const waiting = await waitingMail(tx, now - ageMaxMilliseconds, batch)
    try {
      for (const mail of waiting) {
        await transport.send(mail)
        sent.push(mail.id)
      }
      if (sent.length > 0) watch.worked()
    } catch (error) {
      watch.failed(error, now)
    }
    if (transport.keeps) await markSent(tx, sent, now)
    else await deleteMail(tx, sent)
    return sent.length
  })
}
