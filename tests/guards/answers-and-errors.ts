import type { Guard } from './guard.ts'

const answers = 'tests/security/answers.test.ts'
const errors = 'tests/security/logged-errors.test.ts'
const ended = 'tests/security/ended-sessions.test.ts'

/** No answer can be shown in the frame of another page. */
const frames: readonly Guard[] = [
  {
    name: 'frames: no answer may stand in one',
    rows: ['3.4.6'],
    file: 'server/http/protective-headers.ts',
    find: `    frameAncestors: ["'none'"],\n`,
    replace: '',
    test: answers,
    fails: '/nothing/here has the protective headers',
  },
  {
    name: 'frames: an address that cannot be read has the headers of every other',
    rows: ['3.4.6'],
    file: 'server/http/server.ts',
    find: 'return receive(options, request, reply) ?? notFound(options, request, reply)',
    replace: 'return notFound(options, request, reply)',
    test: answers,
    fails: '/% has the protective headers',
  },
  {
    name: 'frames: the page of the calls has a policy of its own',
    rows: ['3.4.6'],
    file: 'server/http/server.ts',
    find: `  "frame-ancestors 'none'",\n`,
    replace: '',
    test: answers,
    fails: '/docs/ has the protective headers',
  },
  {
    name: 'frames: pictures have a policy of their own',
    rows: ['3.4.6'],
    file: 'server/http/images.ts',
    find: "; frame-ancestors 'none'",
    replace: '',
    test: 'world/files.test.ts',
    fails: 'a picture goes up and comes back',
  },
]

/** Every error that nobody expected is a line of the log. */
const logged: readonly Guard[] = [
  {
    name: 'errors: of a call and of a picture',
    rows: ['16.3.4'],
    file: 'server/http/routes.ts',
    find: "  request.log.error({ err: error, call: call.path }, 'program error')\n",
    replace: '',
    test: errors,
    fails: 'a call logs the error',
  },
  {
    name: 'errors: of a job',
    rows: ['16.3.4'],
    file: 'server/jobs/runner.ts',
    find: '      onError(job.name, error)\n',
    replace: '      void error\n',
    test: errors,
    fails: 'a failed scheduled job logs the error',
  },
  {
    name: 'errors: of the database, where mail is looked up',
    rows: ['16.3.4'],
    file: 'server/areas/account/mail.ts',
    find: '    const waiting = await waitingMail(tx, now - patienceMilliseconds, batch)\n    try {\n      for (const mail of waiting) {',
    replace: '    try {\n      for (const mail of await waitingMail(tx, now - patienceMilliseconds, batch)) {',
    test: errors,
    fails: 'a failed scheduled job logs the error',
  },
  {
    name: 'errors: of a socket',
    rows: ['16.3.4'],
    file: 'server/transport.ts',
    find: "    onError: (error) => log.error({ err: error }, 'a push connection failed'),",
    replace: '    onError: () => undefined,',
    test: errors,
    fails: 'a push socket logs the error',
  },
  {
    name: 'errors: of the outbox',
    rows: ['16.3.4'],
    file: 'server/push/outbox.ts',
    find: '        onError(error)\n        return { at',
    replace: '        void error, onError\n        return { at',
    test: errors,
    fails: 'the outbox logs an error',
  },
  {
    name: 'errors: of a list of orders',
    rows: ['16.3.4'],
    file: 'server/server.ts',
    find: "failed: (error) => log.error({ err: error }, 'a list of orders",
    replace: "failed: (error) => log.info({ err: error }, 'a list of orders",
    test: errors,
    fails: 'the trading desk logs the errors',
  },
  {
    name: 'errors: that nobody caught',
    rows: ['16.3.4'],
    file: 'server/uncaught.ts',
    find: "    log.fatal({ err: error }, 'an error that nobody caught ends the process')\n",
    replace: '    void error\n',
    test: 'server/uncaught.test.ts',
    fails: 'an uncaught exception',
  },
]

/** What costs much takes turns. */
const costs: readonly Guard[] = [
  {
    name: 'costs: who would have to wait too long is sent away',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/turns.ts',
    find: "    else if (waiting.length >= waitingMax) return refusal('unavailable')\n",
    replace: '',
    test: 'server/turns.test.ts',
    fails: 'runs two tasks at once',
  },
  {
    name: 'costs: so many at once',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/turns.ts',
    find: 'if (running < atOnce) running += 1',
    replace: 'if (atWork < Infinity) atWork += 1',
    test: 'server/turns.test.ts',
    fails: 'runs two tasks at once',
  },
  {
    name: 'costs: passwords take turns',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/areas/account/passwords.ts',
    find: 'openTurns({ atOnce, waitingMax })',
    replace: 'openTurns({ atOnce: 1000 * atOnce, waitingMax })',
    test: 'server/areas/account/busy.test.ts',
    fails: 'a sign-in that would have to wait',
  },
  {
    name: 'costs: copies of the own data take turns',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/areas/records/export.ts',
    find: 'openTurns({ atOnce: 1, waitingMax: 20 })',
    replace: 'openTurns({ atOnce: 1, waitingMax: 2000 })',
    test: 'server/areas/records/export.test.ts',
    fails: 'a crowd that asks for its copies',
  },
  {
    name: 'costs: pictures take turns',
    rows: ['15.1.3', '15.2.2'],
    file: 'server/areas/files/pictures.ts',
    find: 'openTurns({ atOnce: 2, waitingMax: 40 })',
    replace: 'openTurns({ atOnce: 2, waitingMax: 4000 })',
    test: 'server/areas/files/pictures.test.ts',
    fails: 'a crowd is sent away',
  },
]

/** Whatever ends a session, the sockets that were opened with it end too. */
const sockets: readonly Guard[] = [
  {
    name: 'ended: the sockets of a session end with it',
    rows: ['7.4.1'],
    file: 'server/transport.ts',
    find: "  parts.sessions.onEnded((userId, sessionId) => bus.publish('sessions', { userId, sessionId }))\n",
    replace: '',
    test: ended,
    fails: 'logging out ends the current session',
  },
  {
    name: 'ended: a changed password ends calls and sockets of the others',
    rows: ['7.4.1', '7.4.3'],
    file: 'server/areas/account/login-password.ts',
    find: '  parts.sessions.forget(ended)\n',
    replace: '',
    test: ended,
    fails: 'changing the password ends every other session',
  },
  {
    name: 'ended: a reset password ends calls and sockets of the others',
    rows: ['7.4.1', '7.4.3'],
    file: 'server/areas/account/login-password.ts',
    find: '\n  sessions.forget(ended)\n',
    replace: '\n',
    test: ended,
    fails: 'resetting the password without a session',
  },
  {
    name: 'ended: a closed account has no session and no socket',
    rows: ['7.4.1', '7.4.2'],
    file: 'server/areas/records/account-closing.ts',
    find: '  if (!isRefusal(outcome)) account.sessions.reread(await sessionIdsOf(db, [userId]))\n',
    replace: '',
    test: ended,
    fails: 'closing the account ends every session',
  },
  {
    name: 'ended: a socket that has lost its session hears nothing of its person',
    rows: ['7.4.1'],
    file: 'server/push/connection.ts',
    find: '      forgetPerson(inside)\n      replies.failed',
    replace: '      replies.failed',
    test: 'server/push/push.test.ts',
    fails: 'signs out the sockets of an ended session',
  },
  {
    name: 'input: names of prototypes are refused in every call',
    rows: ['15.3.6'],
    file: 'server/untrusted-input.ts',
    find: '!isDangerous(name, item) && ',
    replace: '',
    test: 'world/odd-input.test.ts',
    fails: 'names that reach what all objects share',
  },
]

export const answersAndErrors: readonly Guard[] = [...frames, ...logged, ...costs, ...sockets]
