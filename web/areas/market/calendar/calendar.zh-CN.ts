import type { calendar as english } from './calendar.en.ts'
import type { Translation } from '#text/translation.ts'

export const calendar: Translation<typeof english> = {
  entry: '日历',
  scope: '您持有或自选的产品',
  next: '即将发生',
  held: '持有',
  watched: '自选',
  us: '美股',
  hk: '港股',
  mx: '墨股',
  dividend: '除息日，每股派息 {amount}',
  split: '拆股 {ratio}，未成交委托将被撤销',
  merger: '被收购，每股兑付 {amount}',
  delisting: '退市，每股兑付 {amount}',
  code: '代码变更为 {code}',
  expiry: '最后交易时间 {time}，十分钟后结算',
  results: '公布业绩',
  holiday: '假日休市',
  halfDay: '提前收市：{time}',
  none: '未来 60 天没有安排',
  noneText: '您持有或自选产品的派息、拆股、最后交易日、业绩与假日会显示在这里。',
  failed: '日历加载失败',
  failedText: '数据没有变化，请稍后再试。',
  about:
    '您持有或自选产品未来 60 天的已知安排。模拟公司的业绩日期预先固定，在收盘几分钟后公布：股价随之跳动，方向无人知晓。',
}
