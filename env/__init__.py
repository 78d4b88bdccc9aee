"""Rules, frames and environments; importing this registers the Gymnasium ids."""

from gymnasium.envs.registration import register, registry

if "baulk/Frame-v0" not in registry:
    register(id="baulk/Frame-v0", entry_point="baulk.env.frame_env:FrameEnv")
