import type { ui as english } from '#text/en/ui.ts'
import type { Translation } from '#text/translation.ts'

export const ui: Translation<typeof english> = {
  back: '返回',
  cancel: '取消',
  close: '关闭',
  withCode: '{text}（代码 {code}）',
  copy: '复制',
  digit: '第 {number} 位，共 {total} 位',
  done: '完成',
  hidePassword: '隐藏密码',
  less: '减少',
  loading: '加载中',
  minutes: '{minutes}分钟',
  hoursAndMinutes: '{hours}小时{minutes, plural, =0 {} other {#分}}',
  daysAndHours: '{days}天{hours, plural, =0 {} other {#小时}}',
  earlierArrived: '您之前提交的内容已送达，以当时填写的为准。请先核对，再提交新的内容。',
  noAnswer: '没有收到回应。您填写的内容还在，请重新提交，不会重复执行。',
  notCopied: '此浏览器不允许页面复制',
  more: '增加',
  notNow: '暂不',
  refreshing: '正在刷新',
  showPassword: '显示密码',
  tryAgain: '重试',
}
