import * as z from 'zod/mini'

import { post } from '#call.ts'
import { text } from '#fields.ts'
import { maybe, request } from '#request.ts'
import { flag, orNull, shape } from '#wire.ts'

/** The address at which the browser's maker takes messages for one browser (RFC 8030). */
const endpoint = text({ max: 1000, pattern: /^https:\/\/[\x21-\x7e]+$/ })
/** Keys of a browser (RFC 8291) in base64url without padding: a point of P-256, and 16 bytes. */
const publicKey = text({ max: 87, pattern: /^[A-Za-z0-9_-]{87}$/ })
const secret = text({ max: 22, pattern: /^[A-Za-z0-9_-]{22}$/ })

/** The browsers that show the alerts of a person while the page is closed. */
export const alertDevices = {
  device: post('/alert/device', {
    who: 'user',
    idempotency: 'natural',
    isAddition: true,
    about:
      'Whether this server can tell closed pages (the operator decides), with the public key that a browser needs for that, and whether the browser of an address is told.',
    input: request({ endpoint: maybe(endpoint) }),
    output: shape({ publicKey: orNull(z.string()), isOn: flag }),
  }),
  addDevice: post('/alert/addDevice', {
    who: 'user',
    idempotency: 'natural',
    isAddition: true,
    addsData: true,
    about:
      'Tells this browser of the alerts of the person too, until it is removed or its session ends. The newest five browsers are kept.',
    input: request({ endpoint, publicKey, secret }),
    output: z.null(),
    refusals: ['device_unknown'],
  }),
  removeDevice: post('/alert/removeDevice', {
    who: 'user',
    idempotency: 'natural',
    isAddition: true,
    about: 'Tells this browser no more. One that is not there is removed already.',
    input: request({ endpoint }),
    output: z.null(),
  }),
}
