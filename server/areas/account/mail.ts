import { createTransport } from 'nodemailer'
import type { Database } from '#db/sql.ts'
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
const patienceMilliseconds = 15 * 60_000

/**
 * Sends what waits, oldest first; answers how many. What cannot be sent stays for the next time, and the first
 * failure ends this one. A process that dies in the middle sends the batch again: twice is better than never.
 */
export async function deliverMail(
  db: Database,
  { transport, now, log }: { transport: MailTransport; now: number; log: (message: string) => void },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const sent: number[] = []
    try {
      for (const mail of await waitingMail(tx, now - patienceMilliseconds, batch)) {
        await transport.send(mail)
        sent.push(mail.id)
      }
    } catch (error) {
      log(`Mail could not be sent: ${String(error)}`)
    }
    if (transport.keeps) await markSent(tx, sent, now)
    else await deleteMail(tx, sent)
    return sent.length
  })
}
