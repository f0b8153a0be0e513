import type { OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** The personal data of the content area: messages, read marks and chats. */
export const ownData: OwnData = {
  tables: ['message', 'notice_read', 'chat_message', 'chat_mute'],
  copy: {
    messages: (userId) => sql`
      select id, type, kind, text_values, reference_type, reference_id, is_read, created_at from message
      where user_id = ${userId} order by id`,
    noticesRead: (userId) =>
      sql`select article_id, read_at from notice_read where user_id = ${userId} order by article_id`,
    chat: (userId) => sql`
      select id, sender, text, image, articles, links, choices, asks_person, created_at from chat_message
      where user_id = ${userId} order by id`,
    chatMute: (userId) => sql`select muted_until from chat_mute where user_id = ${userId}`,
  },
  erase: (userIds) =>
    ['message', 'notice_read', 'chat_message', 'chat_mute'].map(
      (table) => sql`delete from ${sql.table(table)} where user_id = any(${userIds}::bigint[])`,
    ),
}
