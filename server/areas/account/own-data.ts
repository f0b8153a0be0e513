import type { OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'
import { lockoutNamesOf } from './sign-in-lockout.ts'

/** The personal data of the account area; passwords and tokens are stored as hashes and are not exported. */
export const ownData: OwnData = {
  tables: ['app_user', 'session_token', 'individual_details', 'passkey', 'passkey_challenge'],
  copy: {
    person: (userId) => sql`
      select id, state, user_type, username, email, nick_name, invitation_code, invited_by, language, real_status, block_status,
        agreement, created_at, last_seen_at from app_user where id = ${userId}`,
    sessions: (userId) => sql`
      select id, scope, agent, created_at, last_seen_at, expires_at, revoked_at from session_token
      where user_id = ${userId} order by id`,
    details: (userId) => sql`
      select street_address, additional_address, state_province, phone_number, country, created_at
      from individual_details where user_id = ${userId}`,
    passkeys: (userId) => sql`
      select id, host, is_synced, name, created_at, last_used_at from passkey where user_id = ${userId} order by id`,
  },
  erase: (userIds, now) => {
    const people = sql`select email from app_user where id = any(${userIds}::bigint[])`
    return [
      sql`delete from email_code where lower(email) in (select lower(email) from (${people}) as people)`,
      sql`delete from mail where recipient in (select email from (${people}) as people)`,
      sql`delete from sign_in_guard where name = any(${userIds.flatMap(lockoutNamesOf)}::text[])`,
      sql`delete from request_key where scope = any(${userIds}::bigint[])`,
      sql`delete from session_token where user_id = any(${userIds}::bigint[])`,
      sql`delete from individual_details where user_id = any(${userIds}::bigint[])`,
      sql`delete from passkey where user_id = any(${userIds}::bigint[])`,
      sql`delete from passkey_challenge where user_id = any(${userIds}::bigint[])`,
      sql`update app_user set invited_by = null where invited_by = any(${userIds}::bigint[])`,
      // A user cannot choose a user ID with a colon.
      sql`update app_user set email = null, password_hash = null, pay_password_hash = null, real_reason = null, block_reason = null, nick_name = null, invited_by = null, agreement = '{}',
          username = 'closed:' || id, invitation_code = 'closed:' || id, erased_at = ${now}
        where id = any(${userIds}::bigint[])`,
    ]
  },
}
