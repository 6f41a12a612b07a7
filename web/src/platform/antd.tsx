// antd is as large as the rest of the app together: it comes with the first screen or window that is made of it.
import { createElement, type ComponentType } from "react";

/**
 * Returns a loader, for lazy() and routes, of a component that uses antd: antd's theme and language are loaded beside
 * it and put around it. What uses antd without this is drawn in antd's own colours.
 */
export function inAntd<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return async (): Promise<{ default: ComponentType<Props> }> => {
    const [{ AntdScope }, Component] = await Promise.all([import("./AntdScope.tsx"), load()]);
    return {
      default: function InAntd(props: Props) {
        return <AntdScope>{createElement(Component, props)}</AntdScope>;
      },
    };
  };
}
