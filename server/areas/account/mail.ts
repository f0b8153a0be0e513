import { createTransport } from 'nodemailer'
import { inTransaction, type Database } from '#db/sql.ts'
import { deleteMail, markSent, waitingMail, type Mail } from './store.ts'

/** Where mail goes. */
export type MailTransport = {
  /** Sends one mail; throws when it could not. */
  send(mail: Mail): Promise<void>
  /** Whether what was sent stays in the store, for `ops mail`: only where no mail server has it. */
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
  const transport = createTransport(smtpUrl, { from })
  return {
    keeps: false,
    close: () => transport.close(),
    send: async ({ recipient, subject, body }) => {
      await transport.sendMail({ to: recipient, subject, text: body })
    },
  }
}

const batch = 20
/** Mail that could not be sent for this long has lost its meaning: the codes in it have run out. */
const ageMaxMilliseconds = 15 * 60_000

/** What is said about a mail server. */
export type MailFailureReporter = {
  failed(error: unknown, now: number): void
  worked(): void
}

const repeatMilliseconds = 60_000

/** What makes two failures the same: texts of mail servers may differ each time. */
const kindOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** Warns of a failure at once and, while it goes on, once a minute; and says when mail is sent again. */
export function openMailFailureReporter(say: {
  readonly warn: (message: string) => void
  readonly log: (message: string) => void
}): MailFailureReporter {
  const warnedAt = new Map<string, number>()
  return {
    failed(error, now) {
      const kind = kindOf(error)
      if (now - (warnedAt.get(kind) ?? -Infinity) < repeatMilliseconds) return
      warnedAt.set(kind, now)
      say.warn(`Mail could not be sent: ${String(error)}`)
    },
    worked() {
      if (warnedAt.size > 0) say.log('Mail is sent again')
      warnedAt.clear()
    },
  }
}

/**
 * Sends what waits, oldest first; answers how many. What cannot be sent stays for the next time, and the first
 * failure ends this one. A process that dies in the middle sends the batch again: twice is better than never.
 */
export async function deliverMail(
  db: Database,
  { transport, now, watch }: { transport: MailTransport; now: number; watch: MailFailureReporter },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const sent: number[] = []
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
