import { changePassword } from "@heliograph/contract/identity/account";
import { App, Form, Input, Modal } from "antd";
import { useCall } from "../../platform/api.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { Refused } from "../../platform/http.ts";
import { useSaid, useText } from "../../platform/i18n.tsx";
import { say } from "../../ui/feedback/messages.tsx";
import { useAccount } from "./account.ts";

interface Fields {
  old_password: string;
  new_password: string;
  confirm_new_password: string;
}

/** M69, M165 to M168: a wrong old password is a notification (M243), success is what the server says (M244). */
export function ChangePassword({ open, close }: { open: boolean; close: () => void }) {
  const t = useText();
  const { busy, send, form } = useSend(close);
  return (
    <Modal
      open={open}
      onCancel={close}
      title={t("Change password")}
      okText={t("password.save")}
      cancelText={t("Cancel")}
      confirmLoading={busy}
      mask={{ closable: !busy }}
      keyboard={!busy}
      onOk={() => form.submit()}
      afterClose={() => form.resetFields()}
      width={420}
      destroyOnHidden
    >
      <Form
        form={form}
        className="form-stack"
        layout="vertical"
        requiredMark={false}
        onFinish={send}
        disabled={busy}
        scrollToFirstError
      >
        <Passwords />
      </Form>
    </Modal>
  );
}

/** The three fields and their rules. */
function Passwords() {
  const t = useText();
  const least = useAppConfig().password_min;
  const required = { required: true, message: t("Please enter your password!") };
  const long = { min: least, message: t("Password at least {n} characters", { n: least }) };
  return (
    <>
      <Form.Item name="old_password" label={t("password.old")} rules={[required]}>
        <Input.Password autoComplete="current-password" size="large" />
      </Form.Item>
      <Form.Item
        name="new_password"
        label={t("password.new")}
        rules={[required, long]}
        extra={t("password.rule", { n: least })}
      >
        <Input.Password autoComplete="new-password" size="large" />
      </Form.Item>
      <Form.Item
        name="confirm_new_password"
        label={t("password.confirm")}
        dependencies={["new_password"]}
        rules={[
          required,
          ({ getFieldValue }) => ({
            validator: (_rule, value: unknown) =>
              value === undefined || value === "" || value === getFieldValue("new_password")
                ? Promise.resolve()
                : Promise.reject(new Error(t("Confirmation password does not match"))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" size="large" />
      </Form.Item>
    </>
  );
}

function useSend(close: () => void) {
  const t = useText();
  const said = useSaid();
  const { notification } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const account = useAccount();
  const change = useCall(changePassword);
  const send = (fields: Fields) =>
    change.mutate(
      { body: { ...fields, username: account.data?.username_login ?? "" } },
      {
        onSuccess: (answer) => {
          say.success(said(answer.message));
          close();
        },
        onError: (error) =>
          notification.error({
            title: t("Notification"),
            description: said(error instanceof Refused ? error.message : "Something went wrong"),
          }),
      },
    );
  return { busy: change.isPending, send, form };
}
