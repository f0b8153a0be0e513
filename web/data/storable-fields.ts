/** Passwords, codes that were sent, pictures, and the number that is nobody else’s business. */
const neverStored = /password|image|^emailCode$|^socialSecurityNumber$/i

/**
 * What of a form’s fields, by the names that the calls give them, may wait in the browser until it is sent. The rest is
 * entered anew; so is whatever is neither a text nor a number, as a consent. Every draft asks here, wherever it lies.
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
