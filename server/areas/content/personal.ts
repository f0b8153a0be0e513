import type { PersonalData } from '#db/personal.ts'
import { sql } from '#db/sql.ts'

/** What messages, notices and the chat keep about people. */
export const personal: PersonalData = {
  tables: ['message', 'notice_read', 'chat_message', 'chat_mute'],
  copy: {
    messages: (userId) => sql`
      select id, type, kind, text_values, reference_type, reference_id, is_read, created_at from message
      where user_id = ${userId} order by id`,
    noticesRead: (userId) => sql`
      select article_id, read_at from notice_read where user_id = ${userId} order by article_id`,
    chat: (userId) => sql`
      select id, sender, text, image, articles, created_at from chat_message where user_id = ${userId} order by id`,
    chatMute: (userId) => sql`select muted_until from chat_mute where user_id = ${userId}`,
  },
  erase: (userIds) => [
    sql`delete from message where user_id = any(${userIds}::bigint[])`,
    sql`delete from notice_read where user_id = any(${userIds}::bigint[])`,
    sql`delete from chat_message where user_id = any(${userIds}::bigint[])`,
    sql`delete from chat_mute where user_id = any(${userIds}::bigint[])`,
  ],
}
