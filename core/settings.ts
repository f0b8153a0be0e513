/** Values that an installation can set (rulebook §31), by what they are about. Rules read the value in force. */
export const settings = {
  /** Rulebook §5 `auth.*`: wrong passwords per name and network. */
  signIn: {
    failuresMax: 5,
    failureWindowMinutes: 15,
    /** Doubles with every lock that follows, up to the most. */
    lockMinutes: 15,
    lockMinutesMax: 24 * 60,
  },
  /** Rulebook §5 `token.*`. */
  token: {
    idleDays: 7,
    absoluteDays: 30,
    perUserMax: 10,
    /** Between two notes of when a session was last used. */
    refreshMinutes: 60,
    /** Life of a token that is only for completing a registration. */
    onboardHours: 24,
    /** How long a request that has opened a session may be repeated for a new token. */
    repeatSeconds: 10,
  },
  /** Rulebook §4.3 `code.*`: codes that are sent by e-mail. */
  emailCode: {
    lifeMinutes: 10,
    resendSeconds: 60,
    triesMax: 5,
    perEmailAndDayMax: 10,
    perNetworkAndDayMax: 500,
  },
  /** Rulebook §31 `kyc.*` and `service.block.*`. */
  verification: {
    automaticDelaySeconds: 120,
    hoursMax: 24,
    triesPerDayMax: 3,
    /** Pictures of a decided submission are kept this long. */
    pictureDays: 30,
    permissionDelaySeconds: 300,
  },
  /** Rulebook §31 `file.*`: pictures that users upload. */
  upload: {
    megabytesMax: 5,
    perDayMax: 100,
    /** Before sign-in, for a whole network. */
    perNetworkAndHourMax: 100,
    /** A picture that nothing needs is kept this long. */
    unneededHours: 24,
  },
  /**
   * What one network may use up in a day (UTC): an IPv4 address, or an IPv6 /64. Wide enough for a school behind one
   * address.
   */
  network: {
    guestsPerDayMax: 500,
    /** Of pictures as they are stored, with a session or without. */
    uploadMegabytesPerDayMax: 500,
  },
  /** While less than this is free where the data is, nothing is accepted that would add much. */
  storage: { freeMegabytesMin: 1024 },
  /** Rulebook §10.3 `withdraw.coolOffHours`: after a password was reset by e-mail. */
  withdrawalCoolOffHours: 24,
  /** Rulebook §4.1, §8.3 E93, §31 `account.eraseDays`. */
  accountClosing: { idleGuestDays: 30, eraseDays: 30, resetEveryDays: 30, exportsPerDay: 5, exportMinutes: 15 },
  /** Rulebook §29 `referral.bonus`: whole pesos for each side of an invitation; 0 is none. */
  referral: { bonus: 0, perInviterMax: 20 },
  /** Rulebook §28. */
  watchlist: { rowsMax: 200, groupsMax: 20, groupNameMax: 20 },
  /** Price alerts of a user: those that wait, and those that are over and still listed. */
  alerts: { activeMax: 50, overMax: 30, devicesMax: 5 },
  /** Rulebook §29. */
  message: { keepDays: 365 },
  /** How long news of the simulated market is kept. */
  news: { keepDays: 90 },
  /** Rulebook §29: the chat with the assistant and the operators. */
  chat: { textMax: 500, perMinuteMax: 20, keepDays: 90, shown: 50, operatorQuietMinutes: 30 },
} as const
