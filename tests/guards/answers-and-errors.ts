import type { Guard } from './guard.ts'

const answers = 'tests/security/answers.test.ts'
const errors = 'tests/security/logged-errors.test.ts'
const ended = 'tests/security/ended-sessions.test.ts'

/** No answer can be framed by another page. */
const frames: readonly Guard[] = [
  {
    name: 'frames: no answer may be framed',
    rows: ['3.4.6'],
    file: 'server/http/protective-headers.ts',
    find: `    frameAncestors: ["'none'"],\n`,
    replace: '',
    test: answers,
    fails: '/nothing/here has the protective headers',
  },
  {
    name: 'frames: the answer to an unreadable path has the same headers',
    rows: ['3.4.6'],
    file: 'server/http/server.ts',
    find: 'return receive(options, request, reply) ?? notFound(options, request, reply)',
    replace: 'return notFound(options, request, reply)',
    test: answers,
    fails: '/% has the protective headers',
  },
  {
    name: 'frames: the API page has its own policy',
    rows: ['3.4.6'],
    file: 'server/http/server.ts',
    find: `  "frame-ancestors 'none'",\n`,
    replace: '',
    test: answers,
    fails: '/docs/ has the protective headers',
  },
  {
    name: 'frames: pictures have their own policy',
    rows: ['3.4.6'],
    file: 'server/http/images.ts',
    find: "; frame-ancestors 'none'",
    replace: '',
    test: 'world/files.test.ts',
    fails: 'serves an uploaded picture to its owner',
  },
]

/** Every unexpected error is logged. */
const logged: readonly Guard[] = [
  {
    name: 'errors: of a call and of a picture are logged',
    rows: ['16.3.4'],
    file: 'server/http/routes.ts',
    find: "  request.log.error({ err: error, call: call.path }, 'program error')\n",
    replace: '',
    test: errors,
    fails: 'a call logs the error',
  },
  {
    name: 'errors: of a scheduled job are logged',
    rows: ['16.3.4'],
    file: 'server/jobs/runner.ts',
    find: '      onError(job.name, error)\n',
    replace: '      void error\n',
    test: errors,
    fails: 'a failed scheduled job logs the error',
  },
  {
    name: 'errors: of the database in the mail job are logged',
    rows: ['16.3.4'],
    file: 'server/areas/account/mail.ts',
    find: '    const waiting = await waitingMail(tx, now - ageMaxMilliseconds, batch)\n    try {\n      for (const mail of waiting) {',
    replace: '    try {\n      for (const mail of await waitingMail(tx, now - ageMaxMilliseconds, batch)) {',
    test: errors,
    fails: 'a failed scheduled job logs the error',
  },
  {
    name: 'errors: of a socket are logged',
    rows: ['16.3.4'],
    file: 'server/transport.ts',
    find: "    onError: (error) => log.error({ err: error }, 'a push connection failed'),",
    replace: '    onError: () => undefined,',
    test: errors,
    fails: 'a push socket logs the error',
  },
  {
    name: 'errors: of the outbox are logged',
    rows: ['16.3.4'],
    file: 'server/push/outbox.ts',
    find: '        onError(error)\n        return { at',
    replace: '        void error, onError\n        return { at',
    test: errors,
    fails: 'the outbox logs an error',
  },
  {
    name: 'errors: of the trading engine are logged',
    rows: ['16.3.4'],
    file: 'server/server.ts',
    find: "failed: (error) => log.error({ err: error }, 'a list of orders",
    replace: "failed: (error) => log.info({ err: error }, 'a list of orders",
    test: errors,
    fails: 'the trading engine logs the errors',
  },
  {
    name: 'errors: uncaught errors are logged',
    rows: ['16.3.4'],
    file: 'server/uncaught.ts',
    find: "    log.fatal({ err: error }, 'an error that nobody caught ends the process')\n",
    replace: '    void error\n',
    test: 'server/uncaught.test.ts',
    fails: 'an uncaught exception',
  },
]

/** Expensive work is queued and bounded. */
const costs: readonly Guard[] = [
  {
    name: 'costs: the waiting queue is bounded',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/concurrency-limit.ts',
    find: 'most: waitingMax',
    replace: 'most: Infinity',
    test: 'server/concurrency-limit.test.ts',
    fails: 'runs two tasks at once',
  },
  {
    name: 'costs: concurrency is bounded',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/concurrency-limit.ts',
    find: 'if (running < concurrency) running += 1',
    replace: 'if (running < Infinity) running += 1',
    test: 'server/concurrency-limit.test.ts',
    fails: 'runs two tasks at once',
  },
  {
    name: 'costs: password hashing is queued',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/areas/account/passwords.ts',
    find: 'openConcurrencyLimit({ concurrency, waitingMax })',
    replace: 'openConcurrencyLimit({ concurrency: 1000 * concurrency, waitingMax })',
    test: 'server/areas/account/busy.test.ts',
    fails: 'a sign-in is refused as unavailable while the server is busy, and does not count as an attempt',
  },
  {
    name: 'costs: data exports are queued',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/areas/records/export.ts',
    find: 'concurrency: 1, waitingMax: 20,',
    replace: 'concurrency: 1, waitingMax: 2000,',
    test: 'server/areas/records/export.test.ts',
    fails: 'queues simultaneous exports',
  },
  {
    name: 'costs: picture processing is queued',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/areas/files/pictures.ts',
    find: 'openConcurrencyLimit({ concurrency: 2, waitingMax: 40 })',
    replace: 'openConcurrencyLimit({ concurrency: 2, waitingMax: 4000 })',
    test: 'server/areas/files/pictures.test.ts',
    fails: 'uploads beyond the queue are refused, and queued ones are processed',
  },
]

/** Every end of a session also ends its sockets. */
const sockets: readonly Guard[] = [
  {
    name: "ended: a session's sockets end with it",
    rows: ['7.4.1'],
    file: 'server/transport.ts',
    find: "  dependencies.sessions.onEnded((userId, sessionId) => bus.publish('sessions', { userId, sessionId }))\n",
    replace: '',
    test: ended,
    fails: 'logging out ends the current session',
  },
  {
    name: 'ended: changing the password ends the other sessions and their sockets',
    rows: ['7.4.1', '7.4.3'],
    file: 'server/areas/account/login-password.ts',
    find: '  dependencies.sessions.dropRevoked(ended)\n',
    replace: '',
    test: ended,
    fails: 'changing the password ends every other session',
  },
  {
    name: 'ended: resetting the password ends the other sessions and their sockets',
    rows: ['7.4.1', '7.4.3'],
    file: 'server/areas/account/login-password.ts',
    find: '\n  sessions.dropRevoked(ended)\n',
    replace: '\n',
    test: ended,
    fails: 'resetting the password without a session',
  },
  {
    name: 'ended: closing the account ends its sessions and sockets',
    rows: ['7.4.1', '7.4.2'],
    file: 'server/areas/records/account-closing.ts',
    find: '  if (!isRefusal(outcome)) account.sessions.invalidate(await sessionIdsOf(context.db, [userId]))\n',
    replace: '',
    test: ended,
    fails: 'closing the account ends every session',
  },
  {
    name: 'ended: a socket without its session receives no private messages',
    rows: ['7.4.1'],
    file: 'server/push/connection.ts',
    find: '      forgetPerson(inside)\n      replies.failed',
    replace: '      replies.failed',
    test: 'server/push/push.test.ts',
    fails: 'signs out the sockets of an ended session',
  },
  {
    name: 'input: every call refuses prototype names',
    rows: ['15.3.6'],
    file: 'server/untrusted-input.ts',
    find: '!isDangerous(name, item) && ',
    replace: '',
    test: 'world/odd-input.test.ts',
    fails: 'refuses prototype pollution anywhere in a body',
  },
]

export const answersAndErrors: readonly Guard[] = [...frames, ...logged, ...costs, ...sockets]
