import type { Guard } from './guard.ts'

const files = 'server/areas/files/files.test.ts'
const passwords = 'server/areas/account/passwords.test.ts'
const passkeys = 'server/areas/account/passkeys.test.ts'
const backup = 'tests/ops/backup.test.ts'

/** Ciphers, hashes, keys and signatures. */
export const cryptography: readonly Guard[] = [
  {
    name: 'cryptography: what is sealed is AES-256-GCM',
    rows: ['11.2.3', '11.3.1', '11.3.2'],
    file: 'server/seals.ts',
    find: "'aes-256-gcm'",
    replace: "'chacha20-poly1305'",
    test: files,
    fails: 'what is sealed opens under its own label and key',
  },
  {
    name: 'cryptography: its tag has 128 bits',
    rows: ['11.2.3'],
    file: 'server/seals.ts',
    find: 'const tagBytes = 16',
    replace: 'const tagBytes = 12',
    test: files,
    fails: 'what is sealed opens under its own label and key',
  },
  {
    name: 'cryptography: a change of what is sealed is noticed',
    rows: ['11.3.3'],
    file: 'server/seals.ts',
    find: 'return Buffer.concat([opener.update(sealed.subarray(nonceBytes + tagBytes)), opener.final()])',
    replace: 'return opener.update(sealed.subarray(nonceBytes + tagBytes))',
    test: files,
    fails: 'what is sealed opens under its own label and key',
  },
  {
    name: 'cryptography: what is sealed is bound to its label',
    rows: ['11.3.3'],
    file: 'server/areas/files/actions.ts',
    find: 'sealed === undefined ? undefined : seals.open(sealed, id)',
    replace: "sealed === undefined ? undefined : seals.open(sealed, '')",
    test: files,
    fails: 'a picture is shown to its owner alone',
  },
  {
    name: 'cryptography: every purpose has keys of its own',
    rows: ['11.2.3'],
    file: 'server/seals.ts',
    find: "hkdfSync('sha256', secret, '', `${purpose} ${use}`, 32)",
    replace: "hkdfSync('sha256', secret, '', use, 32)",
    test: files,
    fails: 'what is sealed opens under its own label and key',
  },
  {
    name: 'cryptography: a password is hashed at a cost',
    rows: ['11.4.2'],
    file: 'server/areas/account/passwords.ts',
    find: 'memory: 19_456,',
    replace: 'memory: 64,',
    test: passwords,
    fails: 'know their password and no other',
  },
  {
    name: 'cryptography: a password hash keeps the cost that it was made with',
    rows: ['11.2.2'],
    file: 'server/areas/account/passwords.ts',
    find: 'memory: Number(memory),',
    replace: 'memory: cost.memory,',
    test: passwords,
    fails: 'keep the cost that they were made with',
  },
  {
    name: 'cryptography: the chain of the books is SHA-256',
    rows: ['11.4.3'],
    file: 'server/areas/ledger/chain.ts',
    find: ".update(canonical(entry), 'utf8').digest()",
    replace: ".update(canonical(entry), 'utf8').digest().subarray(0, 16)",
    test: 'server/areas/ledger/ledger.test.ts',
    fails: 'a link of the chain is the SHA-256',
  },
  {
    name: 'cryptography: each link of the chain stands on the one before it',
    rows: ['11.4.3'],
    file: 'server/areas/ledger/chain.ts',
    find: "createHash('sha256').update(previous).update(",
    replace: "createHash('sha256').update(previous.subarray(32)).update(",
    test: 'server/areas/ledger/ledger.test.ts',
    fails: 'a link of the chain is the SHA-256',
  },
  {
    name: 'cryptography: the key of a backup is stretched',
    rows: ['11.4.4'],
    file: 'server/ops/sealed-file.ts',
    find: 'N: 2 ** 15, r: 8, p: 3',
    replace: 'N: 2, r: 8, p: 3',
    test: backup,
    fails: 'a backup is AES-256-GCM under a key',
  },
  {
    name: 'cryptography: a backup is AES-256-GCM',
    rows: ['11.2.3', '11.3.2'],
    file: 'server/ops/sealed-file.ts',
    find: "const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)",
    replace:
      "const cipher = createCipheriv('chacha20-poly1305', keyOf(passphrase, salt), nonce, { authTagLength: 16 })",
    test: backup,
    fails: 'a backup is AES-256-GCM under a key',
  },
  {
    name: 'cryptography: a signature of a passkey is checked',
    rows: ['11.2.1', '11.6.1'],
    file: 'server/areas/account/passkeys.ts',
    find: 'if (!verified || !(await notePasskeyUse(',
    replace: 'if (!(await notePasskeyUse(',
    test: passkeys,
    fails: 'with the signature of another passkey',
  },
]
