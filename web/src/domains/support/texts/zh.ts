import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "support.contacts": "联系方式",
  "support.noContacts": "此处未提供联系方式。",
  "support.noContactsWrite": "请给我们留言。",
  "support.hotline": "热线",
  "support.hours": "服务时间",
  "support.write": "发送消息",
  "support.subject": "主题",
  "support.message": "内容",
  "support.subjectMissing": "请输入主题",
  "support.messageMissing": "请输入内容",
  "support.sent": "消息已发送",
  "ticket.title": "支持请求",
  "ticket.none": "暂无请求",
  "ticket.messages": "消息数：{n}",
  "ticket.open": "待处理",
  "ticket.answered": "已答复",
  "ticket.closed": "已关闭",
  "ticket.gone": "账户已删除",
  "ticket.reply": "回复",
  "ticket.send": "发送",
  "ticket.close": "关闭请求",
  "ticket.reopen": "重新打开",
  "ticket.isClosed": "该请求已关闭。",
  "This ticket is closed": "该请求已关闭",
  "This ticket is not closed": "该请求尚未关闭",
  "There are too many; close what is done or go on in another ticket":
    "数量过多；请关闭已完成的请求或在另一个请求中继续",
  "No such ticket": "没有此请求",
  "support.app": "移动应用",
  "support.faq": "常见问题",
  "faq.offline": "为什么电站显示离线或休眠？",
  "faq.offline.answer":
    "当所有网关连续三个发送周期没有任何数据（且不少于一分钟）时，电站为离线。夜间则显示休眠：太阳落下期间，或在项目设置中设定的时段。如果白天离线，请检查网关的电源和网络；网关保存的数据稍后会补发并填补空缺。",
  "faq.missing": "为什么有的值显示“–”？",
  "faq.missing.answer":
    "“–”表示数值未知，并不是零：设备尚未上报，或缺少计算所需的数据。数据到达后会自动显示。",
  "faq.corrected": "为什么过去某天的电量变了？",
  "faq.corrected.answer":
    "电量始终由设备的累计读数计算。当网关补发离线期间保存的数据时，当天会整体重新计算，因此总量与电表一致。",
  "faq.source": "电表与逆变器：以哪个数值为准？",
  "faq.source.answer":
    "有发电电表的项目以电表为准，否则以逆变器为准。两者略有差异属正常：线路损耗和逆变器自身的测量误差。",
  "faq.ratio": "为什么某天没有性能比？",
  "faq.ratio.answer":
    "需要辐照传感器以及数据基本完整的一天：通常要求白天数据完整度达 90 %，且日辐照量不低于 500 Wh/m²。所有者和管理者可在项目设置 › 保证与模拟中查看和修改这些限值。",
  "faq.savings": "节省金额如何计算？",
  "faq.savings.answer":
    "自用电量按当时电价计算，上网电量按上网电价计算。电价及时段在项目设置 › 电价中设置；未设置时使用平均零售电价。",
  "faq.co2": "CO2 因子来自哪里？",
  "faq.co2.answer":
    "采用发电当年公布的电网排放因子，若当年尚未公布，则采用此前最近一年的。环境影响页面列出了每个因子及其来源。",
  "faq.zone": "日期和时间采用哪个时区？",
  "faq.zone.answer": "图表、日期和月份按项目所在时区，与您所在地无关。消息和文件的时间按您的设备。",
  "faq.export": "如何导出数据？",
  "faq.export.answer":
    "图表和表格都有导出 CSV 的按钮；图表还可保存为 PNG 图片或以表格查看。统计页面可导出所选时间范围。",
  "faq.warranty": "质保日期来自哪里？",
  "faq.warranty.answer":
    "由网关随设备清单一起上报。剩余不足 90 天的设备标为即将到期；显示未知表示网关未上报日期。",
  "faq.roles": "谁可以更改项目？",
  "faq.roles.answer":
    "所有者和管理者可以更改设置、上传文件和联系支持。只读成员可查看所有数据，但不能更改。只有所有者可以决定谁有访问权限。",
};
