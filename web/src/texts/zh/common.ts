import type { common as vietnamese } from "../vi/common.ts";

export const common: Record<keyof typeof vietnamese, string> = {
  "Try again": "重试",
  Updating: "更新中",
  Cancel: "取消",
  Home: "首页",
  Notification: "通知",
  "Something went wrong": "出现问题",
  "The server cannot be reached": "无法连接服务器",
  "The service is not available now, please try again": "服务暂时不可用，请重试",
  "Internal error": "系统内部错误",
  "The request is not valid": "请求无效",
  "common.close": "关闭",
  "common.language": "语言",
  "common.theme": "主题",
  "common.light": "浅色",
  "common.dark": "深色",
  "common.system": "跟随设备",
  "common.loading": "正在加载",
  "Please fill this in": "请填写此项",
  "This value is not possible": "此值无效",
};
