import { message } from '#text.ts'

/** The message texts of this area. */
export const quantifyMessages = {
  quantify_started: message('AI quantify started', 'AI 量化已开始', {
    en: '{name}: {amount} bought {units} units at {nav}. It ends on {date}.',
    zh: '{name}：{amount} 已按 {nav} 买入 {units} 份，{date} 到期。',
  }),
  quantify_completed: message('AI quantify completed', 'AI 量化已完成', {
    en: '{name} has ended: {amount} became {value}. After fees of {fee}, {payout} are in your AI quantify account.',
    zh: '{name} 已到期：{amount} 变为 {value}。扣除费用 {fee} 后，{payout} 已存入您的 AI 量化账户。',
  }),
} as const
