import Messages

extension ServiceHost {
    /// Loads the sentence model, for services that compare texts by meaning.
    ///
    /// Without the model texts are judged less well, so a service without it refuses to start unless
    /// `PULSUM_WITHOUT_MODEL` allows it. Then its log, its metrics, `pulsum status` and the web app report the missing
    /// model.
    /// - Parameter load: opens the model; receives its directory, and another one for files that cannot be written
    ///   there.
    /// - Returns: nil if the model cannot be used and the start is allowed without it.
    /// - Throws: `StartFailure` with the next step if it is not allowed.
    public func sentenceModel<Model>(_ load: (_ folder: String, _ spare: String) throws -> Model) throws(StartFailure)
        -> Model?
    {
        func report(_ isPresent: Bool) {
            metrics.gauge(
                "pulsum_sentence_model_present",
                "1 where the sentence model is loaded, 0 where this process does without."
            ).record(isPresent ? 1 : 0)
        }
        do {
            let model = try load(configuration.model, configuration.fallbackModelDirectory)
            report(true)
            reportModel { ModelStatus(kind: .sentence, state: .ready) }
            return model
        } catch {
            guard configuration.allowsMissingModel else { throw .noModel("\(error)") }
            report(false)
            let warning = KeepingWarning(
                kind: "noSentenceModel",
                text:
                    "Pulsum runs without its sentence model (\(error)): crises, moods and questions are recognised less well. Start it again once the model is there."
            )
            duties.withLock { $0.warnings.append(warning) }
            let isPresent = Files.exists(configuration.model + "/model.safetensors")
            reportModel { ModelStatus(kind: .sentence, state: isPresent ? .unsupported : .notConfigured) }
            log.warning("\(warning.text)")
            return nil
        }
    }
}

extension ServiceHost {
    /// Registers a model whose state `ProcessQuery` tells.
    public func reportModel(_ state: @escaping @Sendable () -> ModelStatus) {
        duties.withLock { $0.models.append(state) }
    }

    func handleProcessQuery() {
        let (process, models) = (process, duties.withLock { $0.models })
        bus.handle(ProcessQuery.self) { _, _ in
            ProcessQuery.Reply(
                release: Release.name, startedAt: process.record.withLock { $0?.startedAt } ?? 0,
                models: models.map { $0() }, ends: ProcessRecord.ends(in: process.configuration.data))
        }
        bus.handle(ClearProcessEnds.self) { _, _ in
            do {
                try ProcessRecord.clear(process.configuration.data)
            } catch {
                throw ServiceError(.storage, "The list of ended processes cannot be written.")
            }
            return Empty()
        }
    }
}

extension Configuration {
    /// Checks before the start that the files of the sentence model exist, or may be missing.
    /// - Throws: `StartFailure` with the next step.
    public func requireModel() throws(StartFailure) {
        guard !allowsMissingModel,
            let missing = ["model.safetensors", "vocab.txt"].map({ "\(model)/\($0)" }).first(where: {
                !Files.exists($0)
            })
        else {
            return
        }
        throw .noModel("\(missing) is missing; deploy/model fetches it")
    }
}

extension StartFailure {
    static func noModel(_ problem: String) -> StartFailure {
        StartFailure(
            "The sentence model cannot be used: \(problem). To start without it, which recognises crises, moods and questions less well: "
                + "“pulsum up --without-model”, or \(Setting.withoutModel)=1.",
            status: badConfiguration)
    }
}
