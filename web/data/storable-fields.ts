/** Passwords, keys, e-mailed codes, pictures and the social security number. */
const neverStored = /password|image|^emailCode$|^publicKey$|^secret$|^socialSecurityNumber$/i

/**
 * The form fields, by their names in the calls, that a draft may store in the browser. The user enters the others again,
 * and everything that is neither a text nor a number, such as a consent. Every draft uses this function.
 */
export const storableFields = <Value>(
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value & (string | number)>> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (field): field is [string, Value & (string | number)] =>
        !neverStored.test(field[0]) && /string|number/.test(typeof field[1]),
    ),
  )
